// Each test file begins with a house nobody has lived in: what rooms keep for the process is on the global object.
for (const key of Object.keys(globalThis)) {
  if (key.startsWith("roadstead")) Reflect.deleteProperty(globalThis, key);
}
