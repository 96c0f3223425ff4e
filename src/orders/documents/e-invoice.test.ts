import fc from 'fast-check'
import { expect, test } from 'vitest'

import { calculateTotals, type LineAmounts } from '#cart/totals.ts'
import { companySettings } from '#platform/settings/company-group.ts'
import { defaultSettings } from '#platform/settings/groups.ts'

import { irishCompany } from '../../../testing/builders/eu-orders.ts'
import { findElements, findTexts, parseXml } from '../../../testing/xml.ts'
import type { BillContent, EInvoiceFacts, ForSeller } from './content.ts'
import { buildEInvoice, listEInvoiceWarnings } from './e-invoice.ts'
import { toSeller } from './seller.server.ts'

const TRANSACTION = 'SupplyChainTradeTransaction'
const SETTLEMENT = `${TRANSACTION}/ApplicableHeaderTradeSettlement`
const SUMS = `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation`
const SELLER = `${TRANSACTION}/ApplicableHeaderTradeAgreement/SellerTradeParty`
const BUYER = `${TRANSACTION}/ApplicableHeaderTradeAgreement/BuyerTradeParty`

const seller = (changes: Partial<typeof irishCompany> = {}) =>
  toSeller({ ...defaultSettings, company: { ...companySettings.defaults, ...irishCompany, ...changes } })

const facts: EInvoiceFacts = {
  type_code: '380',
  buyer: {
    name: 'Seal & Sons',
    contact: 'Nora Brandt',
    address: '7 Quay Street',
    address2: '',
    postal_code: '10115',
    city: 'Berlin',
    region: '',
    country: 'DE',
    vat_number: 'DE136695976',
  },
  purchase_order: 'PO-7',
  payment_type: 'invoice',
  supplied_at: '2026-03-02T10:00:00.000Z',
  preceding: null,
  tax: { category: 'S', percent: 23, note: '', seller_number: 'IE1234567T' },
  tax_currency: null,
  credited_before_tax_cents: 0,
}

const createBill = (
  lines: readonly LineAmounts[] = [
    { list_cents: 19_900, nonprofit_discount_cents: 0, discount_cents: 0, upgrade_credit_cents: 0 },
  ],
  { e_invoice = facts, fee_rate = 0, ...changes }: Partial<ForSeller<BillContent>> & { fee_rate?: number } = {},
): ForSeller<BillContent> => {
  const { parts: _, base_cents: __, ...totals } = calculateTotals(lines, (e_invoice?.tax.percent ?? 0) / 100, fee_rate)
  return {
    kind: 'invoice',
    paper: 'A4',
    is_invoice: false,
    number: 'LT-2026-000042',
    payment_reference: 'LT-2026-000042',
    is_corrected: false,
    placed_at: '2026-03-02T10:00:00.000Z',
    due_at: '2026-04-01T10:00:00.000Z',
    paid_at: null,
    payment_method: '',
    bill_to: ['Seal & Sons'],
    references: [],
    licenses: [
      {
        sentence: 'Web & Social',
        clips: lines.map(({ list_cents }, index) => ({
          number: index + 1,
          name: `Clip ${index + 1}`,
          filmmaker: 'Inês Marlow',
          format: 'HD',
          price_cents: list_cents,
        })),
      },
    ],
    discount_label: 'Discount, code WRAP50',
    upgrade_label: 'Upgrade credit, LT-2026-000001',
    tax_label: 'VAT',
    tax_note: '',
    seller_tax_id: '',
    credited_before_cents: 0,
    pay_url: 'https://longtake.example/pay',
    closing: '',
    ...totals,
    e_invoice,
    seller: seller(),
    ...changes,
  }
}

const read = (bill: ForSeller<BillContent>) => parseXml(buildEInvoice(bill) ?? '')

/** Returns cents; throws for an amount that has not exactly two decimals. */
const toCents = (text: string) => {
  if (!/^-?\d+\.\d{2}$/.test(text)) throw new Error(`Not an amount: ${text}`)
  return Number(text.replace('.', ''))
}
const readCents = (document: ReturnType<typeof read>, path: string) => findTexts(document, path).map(toCents)
const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)

const line = fc
  .tuple(fc.integer({ min: 0, max: 2_000_000 }), fc.nat(100), fc.nat(100), fc.nat(100))
  .map(([list_cents, ...percents]) => {
    let left = list_cents
    const [nonprofit_discount_cents = 0, discount_cents = 0, upgrade_credit_cents = 0] = percents.map(percent => {
      const part = Math.floor((left * percent) / 100)
      left -= part
      return part
    })
    return { list_cents, nonprofit_discount_cents, discount_cents, upgrade_credit_cents }
  })

test('lines, allowances, charges, tax and payments add up to the cent, for any order', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 30 }),
      fc.constantFrom(5, 8.1, 19, 21, 25.5, 27),
      fc.constantFrom(0, 0.03),
      fc.boolean(),
      (lines, percent, fee_rate, isPaid) => {
        const bill = createBill(lines, {
          fee_rate,
          e_invoice: { ...facts, tax: { ...facts.tax, percent } },
          ...(isPaid && { kind: 'receipt', paid_at: '2026-03-02T10:00:00.000Z' }),
        })
        const document = read(bill)
        const one = (path: string) => sum(readCents(document, path))
        const lineSum = one(
          `${TRANSACTION}/IncludedSupplyChainTradeLineItem/SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount`,
        )
        const charges = findElements(document, `${SETTLEMENT}/SpecifiedTradeAllowanceCharge`)
        const sumCharges = (isCharge: boolean) =>
          sum(
            charges
              .filter(charge => findTexts(charge, 'ChargeIndicator/Indicator')[0] === String(isCharge))
              .flatMap(charge => findTexts(charge, 'ActualAmount').map(toCents)),
          )
        expect(one(`${SUMS}/LineTotalAmount`)).toBe(lineSum)
        expect(one(`${SUMS}/AllowanceTotalAmount`)).toBe(sumCharges(false))
        expect(one(`${SUMS}/ChargeTotalAmount`)).toBe(sumCharges(true))
        expect(one(`${SUMS}/TaxBasisTotalAmount`)).toBe(lineSum - sumCharges(false) + sumCharges(true))
        expect(one(`${SETTLEMENT}/ApplicableTradeTax/BasisAmount`)).toBe(one(`${SUMS}/TaxBasisTotalAmount`))
        expect(one(`${SETTLEMENT}/ApplicableTradeTax/CalculatedAmount`)).toBe(one(`${SUMS}/TaxTotalAmount`))
        expect(one(`${SUMS}/TaxTotalAmount`)).toBe(
          Math.round((one(`${SUMS}/TaxBasisTotalAmount`) * Math.round(percent * 1_000)) / 100_000),
        )
        expect(one(`${SUMS}/GrandTotalAmount`)).toBe(one(`${SUMS}/TaxBasisTotalAmount`) + one(`${SUMS}/TaxTotalAmount`))
        expect(one(`${SUMS}/GrandTotalAmount`)).toBe(bill.total_cents)
        expect(one(`${SUMS}/DuePayableAmount`)).toBe(isPaid ? 0 : bill.total_cents)
        expect(one(`${SUMS}/DuePayableAmount`)).toBe(bill.total_cents - one(`${SUMS}/TotalPrepaidAmount`))
      },
    ),
  )
})

test('text of any kind stays text, and what XML does not allow is removed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (name, city) => {
      const buyer = { ...facts.buyer, name: `A${name}Z`, city: `A${city}Z` }
      const document = read(createBill(undefined, { e_invoice: { ...facts, buyer } }))
      const [text = ''] = findTexts(document, `${BUYER}/Name`)
      expect(text.startsWith('A') && text.endsWith('Z')).toBe(true)
      expect(findTexts(document, `${BUYER}/PostalTradeAddress/CityName`)[0]?.replaceAll(/\s/g, '')).toBe(
        `A${city}Z`.replaceAll(/[\s\p{Cc}]/gu, ''),
      )
    }),
  )
  const buyer = { ...facts.buyer, name: '株式会社\u0000 <b>&amp; "קולנוע" \uD800🎬\uFFFE' }
  const document = read(createBill(undefined, { e_invoice: { ...facts, buyer } }))
  expect(findTexts(document, `${BUYER}/Name`)).toEqual(['株式会社 <b>&amp; "קולנוע" 🎬'])
})

test('reverse charge has the reason and both VAT numbers, and no tax', () => {
  const tax = { category: 'AE', percent: 0, note: 'Reverse charge.', seller_number: '' } as const
  const document = read(createBill(undefined, { e_invoice: { ...facts, tax } }))
  const breakdown = `${SETTLEMENT}/ApplicableTradeTax`
  expect(findTexts(document, `${breakdown}/CategoryCode`)).toEqual(['AE'])
  expect(findTexts(document, `${breakdown}/ExemptionReason`)).toEqual(['Reverse charge.'])
  expect(findTexts(document, `${breakdown}/ExemptionReasonCode`)).toEqual(['VATEX-EU-AE'])
  expect(findTexts(document, `${breakdown}/RateApplicablePercent`)).toEqual(['0'])
  expect(findTexts(document, `${breakdown}/CalculatedAmount`)).toEqual(['0.00'])
  expect(findTexts(document, `${SELLER}/SpecifiedTaxRegistration/ID`)).toEqual(['IE1234567T'])
  expect(findTexts(document, `${BUYER}/SpecifiedTaxRegistration/ID`)).toEqual(['DE136695976'])
})

test('outside of VAT, nobody’s VAT number and no rate is named', () => {
  const tax = { category: 'O', percent: 0, note: 'Outside the scope of EU VAT.', seller_number: '' } as const
  const bill = createBill(undefined, { e_invoice: { ...facts, tax } })
  expect(buildEInvoice(bill)).not.toMatch(/SpecifiedTaxRegistration|RateApplicablePercent/)
  expect(findTexts(read(bill), `${SELLER}/SpecifiedLegalOrganization/ID`)).toEqual(['123456'])
  const unregistered = { ...bill, seller: seller({ register_number: '' }) }
  expect(findTexts(read(unregistered), `${SELLER}/ID`)).toEqual(['IE1234567T'])
})

test('the tax in another currency is stated with its own decimals', () => {
  const tax_currency = { currency: 'JPY', tax_minor: 1_234, decimals: 0 }
  const e_invoice = { ...facts, tax_currency, tax: { ...facts.tax, note: 'Tax in JPY: 1,234' } }
  const document = read(createBill(undefined, { e_invoice }))
  expect(findTexts(document, `${SETTLEMENT}/TaxCurrencyCode`)).toEqual(['JPY'])
  const taxes = findElements(document, `${SUMS}/TaxTotalAmount`).map(({ attributes, text }) => [
    attributes['currencyID'],
    text,
  ])
  expect(taxes).toEqual([
    ['USD', '45.77'],
    ['JPY', '1234'],
  ])
  expect(findTexts(document, 'ExchangedDocument/IncludedNote/Content')).toEqual(['Tax in JPY: 1,234'])
})

test('a credit note names the invoice, and takes back only what no earlier one did', () => {
  const bill = createBill(undefined, {
    kind: 'credit-note',
    number: 'LC-2026-000001',
    due_at: null,
    payment_method: 'Visa ending in 1111',
    credited_before_cents: 12_300,
    total_cents: 12_177,
    e_invoice: {
      ...facts,
      type_code: '381',
      preceding: { number: 'LT-2026-000042-C1', placed_at: '2026-03-02T10:00:00.000Z' },
      credited_before_tax_cents: 2_300,
    },
  })
  const document = read(bill)
  expect(findTexts(document, 'ExchangedDocument/TypeCode')).toEqual(['381'])
  expect(findTexts(document, `${SETTLEMENT}/InvoiceReferencedDocument/IssuerAssignedID`)).toEqual(['LT-2026-000042-C1'])
  expect(readCents(document, `${SUMS}/TaxBasisTotalAmount`)).toEqual([9_900])
  expect(readCents(document, `${SUMS}/TaxTotalAmount`)).toEqual([2_277])
  expect(readCents(document, `${SUMS}/GrandTotalAmount`)).toEqual([12_177])
})

test('a credit note for a part that belongs to no clip has a line of its own', () => {
  const bill = createBill(
    [{ list_cents: 10_000, nonprofit_discount_cents: 0, discount_cents: 0, upgrade_credit_cents: 0 }],
    {
      kind: 'credit-note',
      licenses: [],
    },
  )
  const lines = findElements(read(bill), `${TRANSACTION}/IncludedSupplyChainTradeLineItem`)
  expect(lines.map(one => findTexts(one, 'SpecifiedTradeProduct/Name'))).toEqual([['Part of the payment']])
})

test.each([
  ['IE29 AIBK 9311 5212 3456 78', 'IBANID', 'IE29AIBK93115212345678'],
  ['12-345678-9', 'ProprietaryID', '12-345678-9'],
])('an invoice names the account %s', (iban, name, text) => {
  const means = `${SETTLEMENT}/SpecifiedTradeSettlementPaymentMeans`
  const document = read(createBill(undefined, { seller: seller({ iban }) }))
  expect(findTexts(document, `${means}/PayeePartyCreditorFinancialAccount/${name}`)).toEqual([text])
  expect(findTexts(document, `${means}/TypeCode`)).toEqual(['30'])
})

test('a number that isn’t a VAT number of the seller’s country is its tax number', () => {
  const document = read(
    createBill(undefined, {
      e_invoice: { ...facts, tax: { ...facts.tax, seller_number: '' } },
      seller: seller({ country: 'US', tax_ids: [{ scheme: 'vat', country: 'US', number: '98-1234567' }] }),
    }),
  )
  const ids = findElements(document, `${SELLER}/SpecifiedTaxRegistration/ID`)
  expect(ids.map(({ attributes, text }) => [attributes['schemeID'], text])).toEqual([['FC', '98-1234567']])
})

test.each<[string, Partial<typeof irishCompany>]>([
  ['the address', { address1: '' }],
  ['a tax number', { tax_ids: [] }],
  ['the address and a tax number', { city: '', tax_ids: [] }],
])('without %s there is no electronic invoice, and staff see why', (words, changes) => {
  const e_invoice = { ...facts, tax: { ...facts.tax, seller_number: '' } }
  expect(buildEInvoice(createBill(undefined, { e_invoice, seller: seller(changes) }))).toBeUndefined()
  expect(listEInvoiceWarnings(seller(changes), e_invoice)[0]).toContain(`Settings > Company lacks ${words}.`)
})

test('complete settings and other documents have no warning', () => {
  expect(listEInvoiceWarnings(seller(), facts)).toEqual([])
  expect(listEInvoiceWarnings(seller({ address1: '' }), null)).toEqual([])
  expect(buildEInvoice(createBill(undefined, { e_invoice: null }))).toBeUndefined()
})
