/** What documents say about an order's tax besides its amount. */
import { formatMinor, toMinor } from '#tax/exchange-rates.ts'
import { REVERSE_CHARGE_NOTE } from '#tax/zero-reason.ts'

import { formatLongDate } from './dates.ts'
import type { OrderTax } from './order-snapshot.ts'

/**
 * Returns what a document says below its tax: why none is charged, or the tax in the currency that its country asks for.
 * `tax_cents`: the tax of the document, which of a credit note is a part of the order's. Often empty.
 */
export const getTaxNote = ({ kind, sold }: Pick<OrderTax, 'kind' | 'sold'>, tax_cents: number): string => {
  if (!sold) return kind === 'reverse_charge' ? REVERSE_CHARGE_NOTE : ''
  const { local } = sold
  if (!local || tax_cents === 0) return sold.note
  const { currency, rate, day } = local
  const source = local.source === 'ecb' ? 'the European Central Bank’s rate' : 'the rate'
  const amount = formatMinor(toMinor(tax_cents, currency, rate), currency)
  return `Tax in ${currency}: ${amount}, at ${source} of ${formatLongDate(`${day}T12:00:00.000Z`)} (1 USD = ${rate} ${currency}).`
}

/** Returns what staff must know about an order's tax. */
export const listTaxWarnings = ({ sold }: Pick<OrderTax, 'sold'>): string[] =>
  sold?.currency && !sold.local
    ? [`The documents don’t state the tax in ${sold.currency}, because there was no exchange rate for the day.`]
    : []

/** Returns the seller's number that the tax was charged under, such as "VAT GB123456782"; empty for the company's own list. */
export const getSellerTaxId = ({ kind, sold }: Pick<OrderTax, 'kind' | 'sold'>): string =>
  sold && sold.seller_number !== '' ? `${taxIdNames[kind]} ${sold.seller_number}` : ''

const taxIdNames = {
  vat: 'VAT',
  reverse_charge: 'VAT',
  gst: 'GST',
  consumption_tax: 'Tax ID',
  sales_tax: 'Tax ID',
  none: 'VAT',
}
