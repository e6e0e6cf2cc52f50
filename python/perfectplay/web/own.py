"""Games that visitors write: the server keeps their texts, and gives them to the workers that need them.

A key is made from the text, so that an address with it means the same for as long as the text is known. Nothing is run
here, and nothing at all unless the server was started with ``--trust``.
"""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict

from perfectplay.web.bounds import LARGEST_SOURCE, MOST_SOURCES
from perfectplay.web.replies import Refused

KEY = re.compile(rb"own-[0-9a-f]{12}")


class Own:
    def __init__(self) -> None:
        self.sources: OrderedDict[str, str] = OrderedDict()

    def keep(self, source: str) -> str:
        """The key of a text; the one that was not used for longest gives way."""
        raw = source.encode()
        if len(raw) > LARGEST_SOURCE:
            raise Refused("too_large", f"the game has {len(raw)} bytes (at most {LARGEST_SOURCE})")
        key = f"own-{hashlib.sha256(raw).hexdigest()[:12]}"
        self.sources[key] = source
        self.sources.move_to_end(key)
        while len(self.sources) > MOST_SOURCES:
            self.sources.popitem(last=False)
        return key

    def named_in(self, body: bytes) -> dict[str, str]:
        """The texts whose keys occur in a request, wherever that is."""
        found = {key: self.sources[key] for key in {each.decode() for each in KEY.findall(body)} & {*self.sources}}
        for key in found:
            self.sources.move_to_end(key)
        return found
