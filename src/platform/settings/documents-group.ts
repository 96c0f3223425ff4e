/** The settings group of documents: what every invoice, receipt and certificate says besides its content. */
import * as z from 'zod/mini'

import { DEFAULT_PREFIXES, documentPrefix } from '../document-numbers.ts'
import { optionalText } from '../text.ts'
import { optionalLines } from './fields.ts'

export const documentsSettings = {
  label: 'Documents',
  about: 'How numbers begin, the footer of documents, and how an invoice can be paid.',
  schema: z.object({
    invoice_prefix: documentPrefix('The prefix of invoices'),
    credit_note_prefix: documentPrefix('The prefix of credit notes'),
    quote_prefix: documentPrefix('The prefix of quotes'),
    custom_cart_prefix: documentPrefix('The prefix of custom carts'),
    statement_prefix: documentPrefix('The prefix of statements'),
    footer: optionalText('The footer', 200),
    payment_instructions: optionalLines('The payment instructions', 600),
  }),
  defaults: {
    invoice_prefix: DEFAULT_PREFIXES.invoice,
    credit_note_prefix: DEFAULT_PREFIXES.credit_note,
    quote_prefix: DEFAULT_PREFIXES.quote,
    custom_cart_prefix: DEFAULT_PREFIXES.custom_cart,
    statement_prefix: DEFAULT_PREFIXES.statement,
    footer: '',
    payment_instructions: '',
  },
}
