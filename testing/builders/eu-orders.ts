/** Seeds orders of businesses in the European Union, with the tax that the shop charges them. */
import { calculateTotals, type LineAmounts } from '../../src/cart/totals.ts'
import type { OrderDraft } from '../../src/orders/draft.server.ts'
import type { OrderState } from '../../src/orders/states.ts'
import { toDay } from '../../src/platform/day.ts'
import { countryName } from '../../src/platform/settings/fields.ts'
import type { TaxRegistration } from '../../src/platform/settings/tax-group.ts'
import { taxSettings } from '../../src/platform/settings/tax-group.ts'
import { convertTax } from '../../src/tax/exchange-rates.ts'
import { decideTax } from '../../src/tax/tax-rule.ts'
import type { TestApp } from '../app.ts'
import { seedClip, seedOrder, type Buyer } from './orders.ts'
import { changeSettings } from './settings.ts'

/** A company in Ireland, registered there and for the Union One-Stop Shop. */
export const irishCompany = {
  name: 'North Light',
  legal_name: 'North Light Footage Ltd & Co',
  address1: '4 Harbour Row',
  address2: '',
  postal_code: 'A96 X0Y1',
  city: 'Dún Laoghaire',
  region: 'County Dublin',
  country: 'IE',
  tax_ids: [{ scheme: 'vat' as const, country: 'IE', number: 'IE1234567T' }],
  register_name: 'Companies Registration Office',
  register_number: '123456',
  bank_account_holder: 'North Light Footage Ltd',
  iban: 'IE29 AIBK 9311 5212 3456 78',
  bic: 'AIBKIE2D',
}
const registration = (changes: Partial<TaxRegistration>): TaxRegistration => ({
  scheme: 'national',
  place: 'IE',
  number: 'IE1234567T',
  from: '2020-01-01',
  to: null,
  ...changes,
})
export const irishRegistrations = [registration({}), registration({ scheme: 'union_oss' })]

export const setUpIrishCompany = async (shop: TestApp): Promise<void> => {
  await changeSettings(shop, 'company', irishCompany)
  await changeSettings(shop, 'tax', { registrations: irishRegistrations })
}

const ECB_RATES = { USD: 1.16, SEK: 11.2, HUF: 391.5, PLN: 4.25 }

export type EuSale = {
  /** A code. */
  country?: string
  postal_code?: string
  vat_number?: string | null
  company?: string
  contact?: string
  po_number?: string | null
  lines?: LineAmounts[]
  fee_rate?: number
  state?: OrderState
  seller?: { country: string; registrations: TaxRegistration[] }
}

export const listPrice = (list_cents: number, discounts: Partial<LineAmounts> = {}): LineAmounts => ({
  list_cents,
  nonprofit_discount_cents: 0,
  discount_cents: 0,
  upgrade_credit_cents: 0,
  ...discounts,
})

/** Seeds an order; without options, of a company in Dublin that pays for two clips on account. */
export const seedEuOrder = async (
  shop: TestApp,
  buyer: Buyer,
  {
    country = 'IE',
    postal_code = '10115',
    vat_number = null,
    company = 'Seal & Sons <Films>',
    contact = 'Nora Brandt',
    po_number = 'PO-7',
    lines = [listPrice(19_900), listPrice(24_950)],
    fee_rate = 0,
    state = 'invoiced',
    seller = { country: 'IE', registrations: irishRegistrations },
  }: EuSale = {},
) => {
  const day = toDay(shop.clock.now())
  const name = countryName(country)
  const vat =
    vat_number === null ? null : { number: vat_number, checked_at: '', service: 'valid' as const, reference: null }
  const rule = decideTax(
    { country: { code: country, name }, country_region: null, postal_code },
    vat,
    { country: seller.country, settings: { ...taxSettings.defaults, registrations: seller.registrations } },
    day,
  )
  const { base_cents, parts, ...totals } = calculateTotals(lines, rule.rate, fee_rate)
  const ecb = Object.entries(ECB_RATES).map(([currency, per_euro]) => ({ currency, day, per_euro }))
  const local = rule.currency ? (convertTax(totals.tax_cents, rule.currency, day, { ecb, manual: [] }) ?? null) : null
  const clips = await Promise.all(lines.map((_, index) => seedClip(shop, `Slow tide ${index + 1}`)))
  const order = await seedOrder(shop, buyer, state, {
    clips,
    lines: clips.map((clip, index) => ({
      clip_id: clip.id,
      format_id: 3,
      org_type: 'commercial',
      end_client_size: 2,
      distribution_ids: [3],
      price_cents: lines[index]?.list_cents ?? 0,
      discount_cents: parts[index]?.discount_cents ?? 0,
      tax_cents: parts[index]?.tax_cents ?? 0,
      clip_snapshot: {
        name: clip.name,
        slug: clip.slug,
        filmmaker: 'Inês Marlow',
        format: 'HD',
        width: 854,
        height: 480,
        codec: 'h264',
        category: 'Ocean',
        subcategory: null,
      },
    })),
    ...pickDraftTotals(totals),
    tax: {
      rate: rule.rate,
      base_cents,
      tax_cents: totals.tax_cents,
      jurisdiction: rule.jurisdiction,
      kind: rule.kind,
      sold: { ...rule, local },
      evidence: rule.evidence,
    },
    billing: {
      company,
      contact,
      address: '7 Quay Street',
      address2: '',
      city: 'Testville',
      postal_code,
      region: '',
      country: name,
    },
    vat_number,
    po_number,
  })
  return { ...order, ...totals, parts }
}

const pickDraftTotals = (
  totals: Omit<ReturnType<typeof calculateTotals>, 'parts' | 'base_cents'>,
): Pick<
  OrderDraft,
  | 'sub_total_cents'
  | 'non_profit_discount_cents'
  | 'discount_cents'
  | 'processing_fee_cents'
  | 'tax_cents'
  | 'total_cents'
> => {
  const { upgrade_credit_cents: _, ...amounts } = totals
  return amounts
}
