// A JavaScript library of Emscripten. The functions of src/bindings.cpp take and return whole numbers, so the glue
// forgets the other types that Embind registers, and all that only they need: 2 KB gzipped. An enum is an object of
// numbers; the enum of Embind can also be of objects or strings.
addToLibrary({
  $enums: {},
  _embind_register_enum__deps: ["$AsciiToString", "$enums"],
  _embind_register_enum: (rawType, name, _size, _isSigned, _valueType) => {
    Module[AsciiToString(name)] = enums[rawType] = {};
  },
  _embind_register_enum_value__deps: ["$AsciiToString", "$enums"],
  _embind_register_enum_value: (rawType, name, value) => {
    enums[rawType][AsciiToString(name)] = value;
  },
  _embind_register_bool__deps: [],
  _embind_register_bool: (_rawType, _name, _trueValue, _falseValue) => {},
  _embind_register_bigint__deps: [],
  _embind_register_bigint: (_primitiveType, _name, _size, _minRange, _maxRange) => {},
  _embind_register_float__deps: [],
  _embind_register_float: (_rawType, _name, _size) => {},
  _embind_register_emval__deps: [],
  _embind_register_emval: (_rawType) => {},
  _embind_register_std_string__deps: [],
  _embind_register_std_string: (_rawType, _name) => {},
  _embind_register_std_wstring__deps: [],
  _embind_register_std_wstring: (_rawType, _charSize, _name) => {},
  _embind_register_memory_view__deps: [],
  _embind_register_memory_view: (_rawType, _dataTypeIndex, _name) => {},
});
