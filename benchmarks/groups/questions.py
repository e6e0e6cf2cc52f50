"""Questions that cases of several groups ask."""

from __future__ import annotations

import perfectplay as pp
from groups.case import Found, Setting, of


def outcome(key: str, text: str | None, method: str | None, setting: Setting, _: None) -> Found:
    result = pp.outcome(pp.load(key, text), method=method, limits=setting.limits)
    return of(result, str(result), f"method {result.method}" if method else "")


def shortest(key: str, text: str, metric: str | None, setting: Setting, _: None) -> Found:
    result = pp.solve(pp.load(key, text), metric=metric, limits=setting.limits)
    if result.answer is None:
        return of(result, "no solution")
    return of(result, f"{result.answer.cost} {result.answer.metric}")


def reach(key: str, text: str, setting: Setting, _: None) -> Found:
    result = pp.reachable(pp.load(key, text), limits=setting.limits)
    found = result.answer
    answer = f"{found.positions:,} positions, eccentricity {found.eccentricity}"
    if found.representatives != found.positions:
        answer = f"{found.positions:,} positions, {found.representatives:,} representatives"
    return of(result, answer)


def cluster(key: str, text: str, setting: Setting, _: None) -> Found:
    result = pp.cluster(pp.load(key, text), limits=setting.limits)
    found = result.answer
    return of(result, f"{found.positions:,} positions, the hardest {found.most} {found.metric} away")
