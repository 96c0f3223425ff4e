/** Which invoices have an electronic invoice, and what it says besides the PDF. */
import { getDecimals, toMinor } from '#tax/exchange-rates.ts'
import { findEuCountry } from '#tax/places.ts'
import { parseVatNumber } from '#tax/vat-number.ts'

import type { EInvoiceFacts } from './documents/content.ts'
import type { PaymentType } from './draft.server.ts'
import type { OrderBilling, OrderTax } from './order-snapshot.ts'
import { getTaxNote } from './tax-texts.ts'

type EInvoiceOrder = {
  billing: OrderBilling
  tax: OrderTax
  vat_number: string | null
  po_number: string | null
  payment_type: PaymentType
  placed_at: Date
}

type EInvoiceDocument = Pick<EInvoiceFacts, 'type_code' | 'preceding'> & {
  /** The tax of this document. */
  tax_cents: number
  /** Of a credit note: the tax that its lines bear and that an earlier one credited. */
  credited_before_tax_cents?: number
}

/** Returns null unless a business in the European Union bought, under a tax that EN 16931 knows. */
export const getEInvoiceFacts = (
  { billing, tax, vat_number, po_number, payment_type, placed_at }: EInvoiceOrder,
  { type_code, preceding, tax_cents, credited_before_tax_cents = 0 }: EInvoiceDocument,
): EInvoiceFacts | null => {
  const country = findEuCountry(billing.country)
  const category = getTaxCategory(tax)
  if (!country || !category || (billing.company === '' && vat_number === null)) return null
  const local = tax_cents === 0 ? null : tax.sold?.local
  return {
    type_code,
    preceding,
    buyer: {
      ...billing,
      name: billing.company || billing.contact,
      contact: billing.company === '' ? '' : billing.contact,
      country,
      vat_number: (vat_number && parseVatNumber(country, vat_number)) ?? '',
    },
    purchase_order: po_number ?? '',
    payment_type,
    supplied_at: placed_at.toISOString(),
    tax: {
      category,
      // Rounds, because 0.255 * 100 is 25.500000000000004 or the like.
      percent: Math.round(tax.rate * 100_000) / 1_000,
      note: getTaxNote(tax, tax_cents),
      seller_number: tax.sold?.seller_number ?? '',
    },
    tax_currency: local
      ? {
          currency: local.currency,
          tax_minor: toMinor(tax_cents, local.currency, local.rate),
          decimals: getDecimals(local.currency),
        }
      : null,
    credited_before_tax_cents,
  }
}

/** Orders from before the tax table don't say why they have no tax. */
const getTaxCategory = ({ kind, rate, sold }: OrderTax): EInvoiceFacts['tax']['category'] | undefined => {
  if (kind === 'vat') return rate > 0 ? 'S' : undefined
  if (kind === 'reverse_charge') return 'AE'
  if (kind !== 'none' || !sold?.reason) return undefined
  return sold.reason === 'exempt' ? 'E' : 'O'
}
