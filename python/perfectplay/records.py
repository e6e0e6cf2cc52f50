"""Classes of fields, as :func:`dataclasses.dataclass` makes them, but written when they are first used.

The module of the standard library compiles up to seven functions for each class, and imports the inspection of live
objects, which makes a quarter of the start of a short question. Here only ``__init__`` is compiled, when the first
instance is made, and comparison, hash and text are functions that all classes share. To everybody else the classes are
data classes: ``fields``, ``replace`` and ``is_dataclass`` of the standard library work on them, and so do classes
derived from them. What is not known here (orders, slots, keyword-only fields) is left to the standard library.
"""

from __future__ import annotations

from operator import attrgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
    from typing import Any

_MISSING: Any = object()


class _Field:
    """What :func:`field` says."""

    __slots__ = ("compare", "default", "factory", "init", "name", "repr", "written")

    def __init__(self, default: Any, factory: Any, init: bool, repr: bool, compare: bool) -> None:
        self.name = self.written = ""
        self.default, self.factory, self.init, self.repr, self.compare = default, factory, init, repr, compare


class _Standard:
    """The attributes by which the standard library knows its own classes, made when it asks."""

    def __init__(self, what: str) -> None:
        self.what = what

    def __get__(self, instance: object, owner: type) -> Any:
        found = getattr(_as_standard(next(cls for cls in owner.__mro__ if "__record__" in vars(cls))), self.what)
        return found


def _as_standard(cls: Any) -> Any:
    """A class of the standard library with the same fields."""
    import dataclasses

    made = cls.__dict__.get("_standard")
    if made is None:
        known = [(each.name, each.written, _standard_field(each)) for each in cls.__record__.values()]
        made = dataclasses.make_dataclass(cls.__name__, known, frozen=cls.__frozen__)
        type.__setattr__(cls, "_standard", made)
    return made


def _standard_field(each: _Field) -> Any:
    import dataclasses

    given = {"default": each.default} if each.default is not _MISSING else {}
    given |= {"default_factory": each.factory} if each.factory is not _MISSING else {}
    return dataclasses.field(**given, init=each.init, repr=each.repr, compare=each.compare)


def _make(
    cls: Any = None, /, *, frozen: bool = False, eq: bool = True, repr: bool = True, init: bool = True, **others: Any
) -> Any:
    if cls is None:
        return lambda cls: _make(cls, frozen=frozen, eq=eq, repr=repr, init=init, **others)
    standard = any("__dataclass_fields__" in vars(base) and "__record__" not in vars(base) for base in cls.__mro__)
    if any(others.values()) or not init or standard or "__slots__" in vars(cls):
        import dataclasses

        for name, each in list(vars(cls).items()):
            if isinstance(each, _Field):
                each.name = name
                setattr(cls, name, _standard_field(each))
        return dataclasses.dataclass(frozen=frozen, eq=eq, repr=repr, init=init, **others)(cls)
    return _Written(cls, frozen).methods(eq, repr)


class _Written:
    def __init__(self, cls: Any, frozen: bool) -> None:
        self.cls, self.frozen = cls, frozen
        self.compiled: Any = None
        fields: dict[str, _Field] = {}
        for base in cls.__mro__[-1:0:-1]:
            fields |= vars(base).get("__record__", {})
        for name, written in vars(cls).get("__annotations__", {}).items():
            said = written if isinstance(written, str) else getattr(written, "__qualname__", str(written))
            if said.removeprefix("typing.").startswith("ClassVar"):
                continue
            default = vars(cls).get(name, _MISSING)
            one = default if isinstance(default, _Field) else _Field(default, _MISSING, True, True, True)
            one.name, one.written = name, written
            fields[name] = one
            if one is default:
                if one.default is _MISSING:
                    delattr(cls, name)
                else:
                    setattr(cls, name, one.default)
        self.fields = fields

    def methods(self, eq: bool, repr: bool) -> Any:
        cls, own = self.cls, vars(self.cls)
        cls.__record__, cls.__frozen__ = self.fields, self.frozen
        cls.__dataclass_fields__ = _Standard("__dataclass_fields__")
        cls.__dataclass_params__ = _Standard("__dataclass_params__")
        if "__match_args__" not in own:
            names = tuple(each.name for each in self.fields.values() if each.init)
            type.__setattr__(cls, "__match_args__", names)
        if "__init__" not in own:
            cls.__init__ = self.first_init()
        if repr and "__repr__" not in own:
            cls.__repr__ = _repr
        compared = tuple(each.name for each in self.fields.values() if each.compare)
        values = attrgetter(*compared) if compared else _nothing
        hashed = own.get("__hash__", _MISSING)
        if eq:
            if hashed is _MISSING or (hashed is None and "__eq__" in own):
                cls.__hash__ = _hash_of(values) if self.frozen else None
            if "__eq__" not in own:
                cls.__eq__ = _eq_of(values)
        if self.frozen:
            cls.__setattr__, cls.__delattr__ = _refuse(cls, "assign to"), _refuse(cls, "delete")
        return cls

    def first_init(self) -> Callable[..., None]:
        def __init__(self: Any, /, *given: Any, **named: Any) -> None:
            if made.compiled is None:
                made.compiled = made.init()
            made.compiled(self, *given, **named)

        made = self
        __init__.__qualname__ = f"{self.cls.__qualname__}.__init__"
        self.stub = __init__
        return __init__

    def init(self) -> Any:
        """Compile ``__init__`` and put it into its place. A frozen instance is filled behind its own back."""
        seen: dict[str, Any] = {"_MISSING": _MISSING}
        taken, body = [], []
        for name, each in self.fields.items():
            value = name
            if each.init:
                taken.append(name)
                if each.factory is not _MISSING:
                    seen[f"_new_{name}"] = each.factory
                    taken[-1] += " = _MISSING"
                    value = f"_new_{name}() if {name} is _MISSING else {name}"
                elif each.default is not _MISSING:
                    seen[f"_default_{name}"] = each.default
                    taken[-1] += f" = _default_{name}"
            elif each.factory is not _MISSING:
                seen[f"_new_{name}"] = each.factory
                value = f"_new_{name}()"
            else:
                continue
            body.append(f"_own[{name!r}] = {value}" if self.frozen else f"self.{name} = {value}")
        if self.frozen:
            body.insert(0, "_own = self.__dict__")
        if hasattr(self.cls, "__post_init__"):
            body.append("self.__post_init__()")
        lines = "".join(f"\n    {line}" for line in body or ["pass"])
        made: dict[str, Any] = {}
        exec(f"def __init__({', '.join(['self', *taken])}):{lines}", seen, made)
        init = made["__init__"]
        init.__qualname__, init.__module__ = self.stub.__qualname__, self.cls.__module__
        init.__annotations__ = {name: each.written for name, each in self.fields.items() if each.init}
        if vars(self.cls).get("__init__") is self.stub:  # nobody has put another one around it
            type.__setattr__(self.cls, "__init__", init)
        return init


def _nothing(record: object) -> tuple[()]:
    return ()


def _repr(self: Any) -> str:
    said = (f"{each.name}={getattr(self, each.name)!r}" for each in self.__record__.values() if each.repr)
    return f"{type(self).__qualname__}({', '.join(said)})"


def _eq_of(values: Callable[[Any], Any]) -> Any:
    def __eq__(self: Any, other: Any) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _hash_of(values: Callable[[Any], Any]) -> Any:
    def __hash__(self: Any) -> int:
        return hash(values(self))

    return __hash__


def _refuse(cls: type, what: str) -> Any:
    usual = object.__setattr__ if what == "assign to" else object.__delattr__

    def refuse(self: Any, name: str, *value: Any) -> None:
        if type(self) is cls or name in cls.__record__:  # type: ignore[attr-defined]
            from dataclasses import FrozenInstanceError

            raise FrozenInstanceError(f"cannot {what} field {name!r}")
        usual(self, name, *value)

    return refuse


def _field(
    *,
    default: Any = _MISSING,
    default_factory: Any = _MISSING,
    init: bool = True,
    repr: bool = True,
    compare: bool = True,
) -> Any:
    return _Field(default, default_factory, init, repr, compare)


def _replace(record: Any, /, **changes: Any) -> Any:
    """A copy with some fields changed."""
    nearest = next((cls for cls in type(record).__mro__ if "__dataclass_fields__" in vars(cls)), object)
    if "__record__" not in vars(nearest):
        import dataclasses

        return dataclasses.replace(record, **changes)
    for each in type(record).__record__.values():
        if each.init:
            changes.setdefault(each.name, getattr(record, each.name))
        elif each.name in changes:
            raise ValueError(f"field {each.name} is declared with init=False, it cannot be specified with replace()")
    return type(record)(**changes)


if not TYPE_CHECKING:
    dataclass, field, replace = _make, _field, _replace
