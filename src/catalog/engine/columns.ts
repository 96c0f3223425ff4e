/** Arrays of numbers that grow. */
type Numbers = Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

/** The same numbers with room for `length` at least; what is new is 0. */
export const roomFor = <T extends Numbers>(numbers: T, length: number): T => {
  if (numbers.length >= length) return numbers
  const grown = new (numbers.constructor as new (length: number) => T)(Math.max(length, numbers.length * 2))
  grown.set(numbers)
  return grown
}
