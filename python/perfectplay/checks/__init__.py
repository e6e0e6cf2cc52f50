"""Answers checked by code that shares nothing with what found them: everything here works on the plain Python rules."""
