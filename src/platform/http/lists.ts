import * as z from 'zod/mini'

export const Pagination = z.object({
  pagination: z.object({
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
    total_pages: z.int(),
    /** Present when the total exceeds the counting cap. */
    total_is_estimate: z.optional(z.boolean()),
  }),
})

export const toPagination = (page: number, per_page: number, total: number, total_is_estimate = false) => ({
  pagination: {
    page,
    per_page,
    total,
    total_pages: Math.ceil(total / per_page),
    ...(total_is_estimate && { total_is_estimate }),
  },
})

/** Returns a schema for a number in a URL: "12" → 12. `message` is the validation error. */
export const numberParam = (message = 'This must be a whole number.') =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, message)),
    z.transform(value => Number(value)),
  )

const PAGE_MESSAGE = 'Pages are numbered from 1.'
/** The `?page=` parameter of a list. */
export const PageNumber = z.pipe(numberParam(PAGE_MESSAGE), z.int().check(z.minimum(1, PAGE_MESSAGE)))

/** Returns a schema for an id in a body: positive, and within the database's integer range. */
export const idField = (message = 'This must be an id.') => z.int32(message).check(z.positive(message))

/** The `:id` parameter of a path. */
export const IdParam = z.object({ id: numberParam() })
