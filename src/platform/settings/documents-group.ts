/** The settings group of documents: what every invoice, receipt and certificate says besides its content. */
import * as z from 'zod/mini'

import { optionalText } from '../text.ts'
import { optionalLines } from './fields.ts'

export const documentsSettings = {
  label: 'Documents',
  about: 'The footer of documents, and how an invoice can be paid.',
  schema: z.object({
    footer: optionalText('The footer', 200),
    payment_instructions: optionalLines('The payment instructions', 600),
  }),
  defaults: { footer: '', payment_instructions: '' },
}
