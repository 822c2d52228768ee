"""heed: look at attention in a notebook, and save it as a page that needs no network.

    import heed
    heed.show(out.attentions, tokens)                 # the last line of a cell
    heed.save("attention.html", out.attentions, tokens)

`attention` is what a model gives, from NumPy or PyTorch: [n, n], [heads, n, n], [layers, heads, n, n],
[layers, texts, heads, n, n], or a tuple with one array for each layer, as transformers returns it. It may also be the
path of an .npz, .npy or .json file, or a dict as bertviz writes it.

This file needs NumPy and nothing else. Where anywidget is installed, `heed.widget(...)` shows the same figure and tells
which cell was clicked.
"""

import base64
import html
import json
import operator
import os
import re
import warnings

__version__ = "%version%"
__all__ = ["show", "save", "widget", "Figure"]

# Beyond so many bytes the numbers are kept in half precision, unless `half` says otherwise.
_HALF_FROM = 4_000_000
# How high a frame may be.
_HIGHEST = 760


class Figure:
    """Attention and its tokens. The last line of a cell shows it; `save(path)` writes it as one HTML file."""

    def __init__(self, data, height):
        self._data = data
        self.height = height

    @property
    def html(self):
        """The text of the saved page."""
        return _page(self._data)

    @property
    def notes(self):
        """What a reader should know: tokens that do not fit, half precision."""
        return list(self._data["notes"])

    def save(self, path):
        """Writes the figure as one HTML file, which needs no network. Gives the path."""
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(self.html)
        return path

    def _repr_html_(self):
        # A frame of its own: figures in several cells never touch one another, and an exported notebook keeps them.
        return (
            '<iframe sandbox="allow-scripts" title="%s" srcdoc="%s" '
            'style="width: 100%%; height: %dpx; border: 0" loading="lazy"></iframe>'
            % (html.escape(self._data["title"]), html.escape(self.html), self.height)
        )

    def __repr__(self):
        shape = " x ".join(str(extent) for extent in self._data["shape"])
        return "<heed figure, %s. Save it with .save('attention.html').>" % shape


def show(attention, tokens=None, columns=None, **look):
    """The heads of a model as a figure. Make it the last line of a cell, or call .save(path).

    attention  arrays as the head of this file says
    tokens     the tokens of the rows: a list of strings, or a list of lists where there are several texts
    columns    the tokens of the columns, where they are others than those of the rows, as in cross-attention

    mask       booleans, True = may attend, in a shape that can be broadcast to the arrays; other cells are hatched
    causal     True hatches what stands after each row's own token

    head                which head is seen first: "layer.head", counted from 0, such as "3.5"
    text                which text is seen first, counted from 0
    title, about        a heading and a line below it
    kind                "weights" (0 to 1), "scores" (signed) or "vectors"
    view                "heatmap", "arcs" or "table"
    half                True keeps half precision, False every bit; None decides by size and says so
    height              of the frame in a notebook, in pixels
    """
    return _figure(attention, tokens, columns, **look)


def save(path, attention, tokens=None, columns=None, **look):
    """Writes the figure of show() as one HTML file, which needs no network. Gives the path."""
    return _figure(attention, tokens, columns, **look).save(path)


def widget(attention, tokens=None, columns=None, **look):
    """The figure as a widget of anywidget. Its `clicked` is the last cell that was clicked, as a dict with text, layer,
    head, row and column; `.observe(function, "clicked")` hears of each."""
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise ImportError(
            "heed.widget() needs anywidget: pip install anywidget. heed.show() shows the same figure without it."
        ) from None
    figure = _figure(attention, tokens, columns, **look)

    class Widget(anywidget.AnyWidget):
        _esm = _WIDGET
        page = traitlets.Unicode().tag(sync=True)
        name = traitlets.Unicode().tag(sync=True)
        height = traitlets.Int().tag(sync=True)
        clicked = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)

    return Widget(page=figure.html, name=figure._data["title"], height=figure.height)


# The frame tells its parent of a click; nothing else passes between them.
_WIDGET = """
export default {
  render({ model, el }) {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.title = model.get("name");
    frame.style.cssText = `width: 100%; height: ${model.get("height")}px; border: 0`;
    frame.srcdoc = model.get("page");
    const onMessage = ({ source, data }) => {
      if (source !== frame.contentWindow || data?.heed !== "opened") return;
      model.set("clicked", data.place);
      model.save_changes();
    };
    addEventListener("message", onMessage);
    el.append(frame);
    return () => removeEventListener("message", onMessage);
  },
};
"""


# ---- what was given ----------------------------------------------------------------------------------------------


def _figure(
    attention,
    tokens,
    columns,
    head="0.0",
    text=0,
    title="Attention",
    about="",
    kind="weights",
    view=None,
    half=None,
    height=None,
    mask=None,
    causal=False,
):
    import numpy

    if isinstance(attention, (str, os.PathLike)):
        attention, tokens, columns = _from_file(numpy, os.fspath(attention), tokens, columns)
    if isinstance(attention, dict):
        mask = attention.get("mask") if mask is None else mask
        attention, tokens, columns = _from_dict(attention, tokens, columns)
    numbers, named = _stacked(numpy, attention)
    if kind not in ("weights", "scores", "vectors"):
        raise ValueError('heed: kind must be "weights", "scores" or "vectors"; got %r.' % (kind,))
    if view not in (None, "heatmap", "arcs", "table"):
        raise ValueError('heed: view must be "heatmap", "arcs" or "table"; got %r.' % (view,))
    layers, texts, heads = (dict(zip(named, numbers.shape)).get(name, 1) for name in ("layer", "text", "head"))
    layer, number = _place(head)
    if layer >= layers or number >= heads:
        raise IndexError('heed: head must be from "0.0" to "%d.%d"; got %r.' % (layers - 1, heads - 1, head))
    # an integer of NumPy or PyTorch is no int
    if isinstance(text, bool) or not hasattr(text, "__index__") or not 0 <= operator.index(text) < texts:
        raise IndexError("heed: text must be an integer from 0 to %d; got %r." % (texts - 1, text))
    first = (layer * texts + operator.index(text)) * heads + number
    notes = []
    rows, across = numbers.shape[-2:]
    row_labels = _labels(tokens, rows, texts, text, "tokens", notes)
    if columns is not None:
        column_labels = _labels(columns, across, texts, text, "columns", notes)
    else:
        column_labels = row_labels if rows == across else []
        if tokens is not None and rows != across:
            notes.append(
                "The columns have no names: there are %d rows and %d columns. Give the tokens of the columns as "
                "columns=." % (rows, across)
            )
    for note in notes:
        warnings.warn("heed: " + note, stacklevel=3)
    is_half = numbers.nbytes > _HALF_FROM if half is None else bool(half)
    stored = numbers.astype("<f2" if is_half else "<f4")
    if is_half:
        notes.append(
            "The numbers are kept in half precision, which has 11 bits; they take %s. half=False keeps every bit."
            % _bytes(stored.nbytes)
        )
    data = {
        "formatVersion": 1,
        "heed": __version__,
        "title": str(title),
        "about": str(about),
        "language": "en",
        "shape": list(numbers.shape),
        "axes": named,
        "type": "float16" if is_half else "float32",
        "numbers": base64.b64encode(stored.tobytes()).decode("ascii"),
        "rowLabels": row_labels,
        "columnLabels": column_labels,
        "notes": notes,
        "words": _WORDS,
        "kind": kind,
        "head": first,
    }
    if view is not None:
        data["view"] = view
    shown = _mask(numpy, mask, causal, numbers.shape)
    if shown is not None:
        data["mask"] = base64.b64encode(shown.astype("u1").tobytes()).decode("ascii")
    seen = height or min(_HIGHEST, 330 + 36 * min(rows, 24))
    return Figure(data, seen)


def _place(head):
    """The layer and the number of a head that is named "layer.head"."""
    found = re.fullmatch(r"([0-9]+)\.([0-9]+)", head) if isinstance(head, str) else None
    if found is None:
        raise ValueError('heed: head must be "layer.head", such as "3.5"; got %r.' % (head,))
    return int(found[1]), int(found[2])


def _array(numpy, value, where):
    """An array of float32 from NumPy, PyTorch and their like. The numbers of a tensor are copied off its device."""
    if value is None:
        raise ValueError(
            "heed: %s is None. The model gave no attention for it: load it with attn_implementation=\"eager\" and call "
            "it with output_attentions=True." % where
        )
    for step in ("detach", "float", "cpu", "numpy"):
        method = getattr(value, step, None)
        if callable(method):
            value = method()
    try:
        array = numpy.asarray(value)
        if array.dtype == object or array.dtype.kind not in "fiub":
            raise TypeError
        return array.astype("float32")
    except (TypeError, ValueError):
        raise TypeError("heed: %s must be an array of numbers; got %s." % (where, type(value).__name__)) from None


def _stacked(numpy, attention):
    """One array, and the names of the axes before rows and columns."""
    is_list = isinstance(attention, (tuple, list))
    if is_list and any(layer is None or getattr(layer, "ndim", 0) >= 2 for layer in attention):
        layers = [_array(numpy, layer, "attention[%d]" % at) for at, layer in enumerate(attention)]
        shapes = sorted({layer.shape for layer in layers})
        if len(shapes) > 1:
            raise ValueError(
                "heed: the layers must have one shape; got %s." % " and ".join(str(list(shape)) for shape in shapes)
            )
        names = {2: ["layer"], 3: ["layer", "head"], 4: ["layer", "text", "head"]}.get(layers[0].ndim)
        if names is None:
            raise ValueError(
                "heed: a layer must have shape [texts, heads, n, n], [heads, n, n] or [n, n]; got %s."
                % list(layers[0].shape)
            )
        numbers = numpy.stack(layers)
    else:
        numbers = _array(numpy, attention, "attention")
        names = {2: [], 3: ["head"], 4: ["layer", "head"], 5: ["layer", "text", "head"]}.get(numbers.ndim)
        if names is None:
            raise ValueError(
                "heed: attention must have shape [n, n], [heads, n, n], [layers, heads, n, n] or "
                "[layers, texts, heads, n, n]; got %s." % list(numbers.shape)
            )
    if numbers.size == 0:
        raise ValueError("heed: attention must hold numbers; its shape is %s." % list(numbers.shape))
    if "text" in names and numbers.shape[1] == 1:
        return numbers[:, 0], ["layer", "head"]
    return numbers, names


def _mask(numpy, mask, causal, shape):
    """Whether each cell may be attended to: of one matrix if that holds for all, else of all. None hides nothing."""
    rows, columns = shape[-2:]
    if causal and rows != columns:
        raise ValueError(
            "heed: causal=True needs as many rows as columns; there are %d and %d. Give mask= instead." % (rows, columns)
        )
    seen = numpy.tri(rows, columns, dtype=bool) if causal else None
    if mask is not None:
        for step in ("detach", "cpu", "numpy"):
            method = getattr(mask, step, None)
            mask = method() if callable(method) else mask
        mask = numpy.asarray(mask)
        if mask.dtype.kind not in "biu":
            raise TypeError("heed: mask must hold booleans, True = may attend; got %s." % mask.dtype)
        while mask.ndim > len(shape) and mask.shape[0] == 1:
            mask = mask[0]
        try:
            numpy.broadcast_to(mask, shape)
        except ValueError:
            raise ValueError(
                "heed: mask must have a shape that can be broadcast to %s; got %s." % (list(shape), list(mask.shape))
            ) from None
        seen = (mask != 0) if seen is None else (mask != 0) & seen
    if seen is None:
        return None
    is_of_all = all(extent == 1 for extent in seen.shape[:-2])
    return numpy.broadcast_to(seen.reshape(seen.shape[-2:]) if is_of_all else seen, shape[-2:] if is_of_all else shape)


def _labels(tokens, count, texts, text, name, notes):
    """The names of one side: those that fit, or none and a note."""
    if tokens is None:
        return []
    if hasattr(tokens, "tolist"):
        tokens = tokens.tolist()
    if not hasattr(tokens, "__iter__"):
        raise TypeError("heed: %s must be a list of names; got %s." % (name, type(tokens).__name__))
    tokens = list(tokens)
    if tokens and not isinstance(tokens[0], (str, bytes)) and hasattr(tokens[0], "__iter__"):
        if len(tokens) == texts:
            tokens = list(tokens[text])
        elif len(tokens) == 1 and text == 0:
            tokens = list(tokens[0])
        else:
            notes.append("%s has %d lists for %d texts, so no names are shown." % (name, len(tokens), texts))
            return []
        if texts > 1:
            notes.append("The names are those of text %d." % text)
    elif texts > 1:
        notes.append("%s is one list for %d texts: it names those of text %d." % (name, texts, text))
    if len(tokens) != count:
        notes.append("%s has %d names for %d, so none is shown." % (name, len(tokens), count))
        return []
    return [token.decode("utf-8", "replace") if isinstance(token, bytes) else str(token) for token in tokens]


def _from_file(numpy, path, tokens, columns):
    ending = os.path.splitext(path)[1].lower()
    if ending == ".npy":
        return numpy.load(path, allow_pickle=False), tokens, columns
    if ending == ".npz":
        with numpy.load(path, allow_pickle=False) as file:
            found = {name: file[name] for name in file.files}
        return found, tokens, columns
    if ending == ".json":
        with open(path, encoding="utf-8") as file:
            return json.load(file), tokens, columns
    raise ValueError("heed: a file must end in .npz, .npy or .json; got %r." % path)


def _from_dict(found, tokens, columns):
    """The attention and the tokens of a dict: {attention, tokens}, or {attn, left_text, right_text} as bertviz has."""
    if isinstance(found.get("attention"), list) and found["attention"] and isinstance(found["attention"][0], dict):
        found = found["attention"][0]
    key = next((name for name in ("attention", "attn", "attentions", "weights") if found.get(name) is not None), None)
    if key is None:
        numbered = [name for name in found if isinstance(name, str) and re.fullmatch(r"arr_[0-9]+", name)]
        numbered.sort(key=lambda name: int(name[4:]))
        if not numbered:
            raise ValueError(
                'heed: nothing here is called "attention"; there is %s.' % (", ".join(sorted(map(str, found))) or "nothing")
            )
        attention = found[numbered[0]] if len(numbered) == 1 else [found[name] for name in numbered]
    else:
        attention = found[key]
    rows = _first(found, "tokens", "left_text", "row_tokens", "labels")
    across = _first(found, "right_text", "column_tokens")
    return attention, rows if tokens is None else tokens, across if columns is None else columns


def _first(found, *names):
    return next((found[name] for name in names if found.get(name) is not None), None)


# ---- the page ----------------------------------------------------------------------------------------------------


def _bytes(count):
    return "%.1f MB" % (count / 1e6) if count >= 1e6 else "%d KB" % -(-count // 1000)


def _page(data):
    """The page with its own parts in their places. No text in the block of data can end it. Half a letter, as a token
    may hold, becomes U+FFFD, because UTF-8 has none."""
    parts = {
        "language": "en",
        "title": html.escape(data["title"]),
        "noScript": html.escape(_WORDS["noScript"]),
        "words": "",
        "data": json.dumps(data, ensure_ascii=False, allow_nan=False).replace("<", "\\u003c"),
    }
    page = re.sub("%(language|title|noScript|words|data)%", lambda found: parts[found[1]], _PAGE)
    return re.sub("[\ud800-\udfff]", "\ufffd", page)


_WORDS = json.loads(r'''%english%''')

_PAGE = r'''%page%'''
