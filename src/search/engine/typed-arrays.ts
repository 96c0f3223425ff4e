/** Typed arrays that grow. */
type GrowableArray = Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

/** Returns an array with the same numbers and room for at least `length`. New elements are 0. */
export const ensureCapacity = <T extends GrowableArray>(numbers: T, length: number): T => {
  if (numbers.length >= length) return numbers
  const grown = new (numbers.constructor as new (length: number) => T)(Math.max(length, numbers.length * 2))
  grown.set(numbers)
  return grown
}
