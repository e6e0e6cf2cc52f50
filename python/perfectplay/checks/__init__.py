"""Answers checked by code that shares nothing with what found them: everything here works on the plain Python rules,
read anew for the check. The check of a question is a function that judges every field of the answer."""

import perfectplay.questions  # noqa: F401  (checks ask questions, and verify is one: whoever comes first, these do)
