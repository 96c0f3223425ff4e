/**
 * Numbers of facets as four letters each. The search joins the letters of all its matches and tally.ts counts them, which costs
 * the database a fraction of grouping the same rows (decision 32).
 */
const first = 48
/** Letters for each number, and so many bits in each. */
const width = 4
const bits = 6
const mask = 2 ** bits - 1

/** How many facet values there can be: every keyword that anybody wrote is one. */
export const most_facets = 2 ** (width * bits)

/** Throws a RangeError for a number that the letters cannot hold. */
export const encodeFacets = (numbers: readonly number[]): string =>
  numbers
    .map(number => {
      if (!Number.isInteger(number) || number < 0 || number >= most_facets)
        throw new RangeError(`No letters for facet ${number}`)
      return String.fromCharCode(
        first + (number >> (3 * bits)),
        first + ((number >> (2 * bits)) & mask),
        first + ((number >> bits) & mask),
        first + (number & mask),
      )
    })
    .join('')

/** The numbers in joined letters. */
export const numbersOfFacets = (codes: string): Uint32Array => {
  const numbers = new Uint32Array(Math.floor(codes.length / width))
  for (let i = 0, at = 0; i < numbers.length; i++, at += width)
    numbers[i] =
      ((codes.charCodeAt(at) - first) << (3 * bits)) |
      ((codes.charCodeAt(at + 1) - first) << (2 * bits)) |
      ((codes.charCodeAt(at + 2) - first) << bits) |
      (codes.charCodeAt(at + 3) - first)
  return numbers
}
