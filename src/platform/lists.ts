import * as z from 'zod/mini'

export const Pagination = z.object({
  pagination: z.object({
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
    total_pages: z.int(),
    /** Present above the counting cap. */
    total_is_estimate: z.optional(z.boolean()),
  }),
})

export const pagination = (page: number, per_page: number, total: number, total_is_estimate = false) => ({
  pagination: {
    page,
    per_page,
    total,
    total_pages: Math.ceil(total / per_page),
    ...(total_is_estimate && { total_is_estimate }),
  },
})

/** A number in an address: "12" → 12. The text is what a person reads when it is not one. */
export const numberIn = (text = 'This must be a whole number.') =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, text)),
    z.transform(value => Number(value)),
  )

const pageText = 'Pages are numbered from 1.'
/** `?page=` of a list. */
export const PageNumber = z.pipe(numberIn(pageText), z.int().check(z.minimum(1, pageText)))

/** An id in a body: positive, and no larger than the database can hold. */
export const idIn = (text = 'This must be an id.') => z.int32(text).check(z.positive(text))

/** `:id` in a path. */
export const IdParam = z.object({ id: numberIn() })
