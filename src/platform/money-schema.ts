import * as z from 'zod/mini'

/** Money in API responses: whole cents of US dollars and their formatted text. Never a float. */
export const Money = z.object({ formatted: z.string(), unformatted: z.int() })
export type Money = z.infer<typeof Money>
