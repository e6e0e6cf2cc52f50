"""Answers checked by code that shares nothing with what found them: everything here works on the plain Python rules."""

import perfectplay.questions  # noqa: F401  (checks ask questions, and verify is one: whoever comes first, these do)
