import * as z from 'zod/mini'

/** Money on the wire: whole cents of US dollars beside their text. Never a float. */
export const Money = z.object({ formatted: z.string(), unformatted: z.int() })
export type Money = z.infer<typeof Money>
