/**
 * Builds the electronic invoice of an invoice or a credit note: EN 16931 in the syntax UN/CEFACT CII, which Factur-X and
 * ZUGFeRD put into the PDF. Its amounts are those of the PDF's content. Comments name the standard's business terms.
 */
import { parseVatNumber } from '#tax/vat-number.ts'

import { getNetCents, type BillContent, type EInvoiceFacts, type ForSeller } from './content.ts'
import type { Seller } from './seller.server.ts'
import { element, textElement } from './xml.ts'

type Bill = ForSeller<BillContent>

/** The seller's numbers: BT-31 for VAT, BT-32 for any other tax, BT-30 of its register, and BT-29 where it has none. */
type SellerIds = { vat: string; other_tax: string; register: string; own: string }

const getSellerIds = ({ company }: Pick<Seller, 'company'>, { tax, buyer }: EInvoiceFacts): SellerIds => {
  const numbers = [
    { number: tax.seller_number, country: buyer.country },
    { number: tax.seller_number, country: company.country },
    ...company.tax_ids.toSorted((a, b) => Number(a.scheme !== 'vat') - Number(b.scheme !== 'vat')),
  ].filter(({ number }) => number !== '')
  const vat = numbers.flatMap(({ number, country }) => parseVatNumber(country, number) ?? [])[0] ?? ''
  const register = company.register_number
  const other = vat === '' ? (numbers[0]?.number ?? '') : ''
  // An invoice outside of VAT must name no VAT number.
  if (tax.category === 'O') return { vat: '', other_tax: '', register, own: register === '' ? vat || other : '' }
  return { vat, other_tax: other, register, own: vat === '' && register === '' ? other : '' }
}

/** Returns the seller's settings that an electronic invoice needs and that are empty, as words for staff. */
const listMissingSettings = (seller: Pick<Seller, 'company'>, facts: EInvoiceFacts): string[] => {
  const { vat, other_tax, register, own } = getSellerIds(seller, facts)
  const { address1, city } = seller.company
  const hasTaxNumber = facts.tax.category === 'O' || vat !== '' || other_tax !== ''
  return [
    ...(address1 === '' || city === '' ? ['the address'] : []),
    ...(hasTaxNumber ? [] : ['a tax number']),
    ...(hasTaxNumber && vat === '' && register === '' && own === ''
      ? ['a tax number or the number in the register']
      : []),
  ]
}

/** Returns what staff must know when an order has no electronic invoice. */
export const listEInvoiceWarnings = (seller: Pick<Seller, 'company'>, facts: EInvoiceFacts | null): string[] => {
  const missing = facts ? listMissingSettings(seller, facts) : []
  return missing.length === 0
    ? []
    : [
        `The documents have no electronic invoice, which a business in the European Union can ask for. Settings > Company lacks ${missing.join(' and ')}.`,
      ]
}

/** Returns the XML; undefined when the document has none, or when the seller's settings don't suffice. */
export const buildEInvoice = (bill: Bill): string | undefined => {
  const { e_invoice: facts, seller } = bill
  if (!facts || listMissingSettings(seller, facts).length > 0) return undefined
  return `<?xml version="1.0" encoding="UTF-8"?>\n${[
    `<rsm:CrossIndustryInvoice ${NAMESPACES}>`,
    element(
      'rsm:ExchangedDocumentContext',
      element('ram:GuidelineSpecifiedDocumentContextParameter', textElement('ram:ID', 'urn:cen.eu:en16931:2017')),
    ),
    element(
      'rsm:ExchangedDocument',
      textElement('ram:ID', bill.number),
      textElement('ram:TypeCode', facts.type_code),
      element('ram:IssueDateTime', formatDay('udt', bill.placed_at)),
      element('ram:IncludedNote', textElement('ram:Content', facts.tax_currency ? facts.tax.note : '')),
      element('ram:IncludedNote', textElement('ram:Content', bill.kind === 'credit-note' ? bill.closing : '')),
    ),
    element(
      'rsm:SupplyChainTradeTransaction',
      ...listLines(bill, facts),
      formatAgreement(bill, facts),
      element(
        'ram:ApplicableHeaderTradeDelivery',
        element(
          'ram:ActualDeliverySupplyChainEvent',
          element('ram:OccurrenceDateTime', formatDay('udt', facts.supplied_at)),
        ),
      ),
      formatSettlement(bill, facts),
    ),
    '</rsm:CrossIndustryInvoice>',
  ].join('\n')}\n`
}

const NAMESPACES = [
  'xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"',
  'xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"',
  'xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100"',
  'xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"',
].join(' ')

/** `timestamp` is ISO; documents show days in UTC. */
const formatDay = (prefix: 'udt' | 'qdt', timestamp: string) =>
  textElement(`${prefix}:DateTimeString`, timestamp.slice(0, 10).replaceAll('-', ''), { format: '102' })

const CENT_DECIMALS = 2

const formatAmount = (minor: number, decimals = CENT_DECIMALS) => (minor / 10 ** decimals).toFixed(decimals)
const amount = (name: string, cents: number) => textElement(name, formatAmount(cents))
/** Absent where it is zero. */
const optionalAmount = (name: string, cents: number) => (cents === 0 ? '' : amount(name, cents))

const formatTaxCategory = (name: string, { category, percent }: EInvoiceFacts['tax']) =>
  element(
    name,
    textElement('ram:TypeCode', 'VAT'),
    textElement('ram:CategoryCode', category),
    formatRate(category, percent),
  )

/** What is outside of VAT has no rate. */
const formatRate = (category: string, percent: number) =>
  category === 'O' ? '' : textElement('ram:RateApplicablePercent', String(percent))

type BillLine = { name: string; description: string; seller_id: string; cents: number }

/** The lines, BG-25. Discounts and the fee are of the whole document, as on the PDF. */
const listBillLines = ({ licenses, sub_total_cents }: BillContent): BillLine[] =>
  licenses.length === 0
    ? // The part of a payment that belongs to no clip.
      [{ name: 'Part of the payment', description: '', seller_id: '', cents: sub_total_cents }]
    : licenses.flatMap(({ sentence, clips }) =>
        clips.map(({ number, name, filmmaker, format, price_cents }) => ({
          name,
          description: `${sentence}. ${filmmaker}, ${format}`,
          seller_id: String(number),
          cents: price_cents,
        })),
      )

const listLines = (bill: BillContent, { tax }: EInvoiceFacts) =>
  listBillLines(bill).map(({ name, description, seller_id, cents }, index) =>
    element(
      'ram:IncludedSupplyChainTradeLineItem',
      element('ram:AssociatedDocumentLineDocument', textElement('ram:LineID', String(index + 1))),
      element(
        'ram:SpecifiedTradeProduct',
        textElement('ram:SellerAssignedID', seller_id),
        textElement('ram:Name', name),
        textElement('ram:Description', description),
      ),
      element(
        'ram:SpecifiedLineTradeAgreement',
        element('ram:NetPriceProductTradePrice', amount('ram:ChargeAmount', cents)),
      ),
      element('ram:SpecifiedLineTradeDelivery', textElement('ram:BilledQuantity', '1', { unitCode: 'C62' })),
      element(
        'ram:SpecifiedLineTradeSettlement',
        formatTaxCategory('ram:ApplicableTradeTax', tax),
        element('ram:SpecifiedTradeSettlementLineMonetarySummation', amount('ram:LineTotalAmount', cents)),
      ),
    ),
  )

const formatAgreement = ({ seller }: Bill, facts: EInvoiceFacts) => {
  const { buyer, purchase_order, tax } = facts
  const { company } = seller
  const { vat, other_tax, register, own } = getSellerIds(seller, facts)
  return element(
    'ram:ApplicableHeaderTradeAgreement',
    element(
      'ram:SellerTradeParty',
      textElement('ram:ID', own),
      textElement('ram:Name', company.legal_name),
      element(
        'ram:SpecifiedLegalOrganization',
        textElement('ram:ID', register),
        textElement('ram:TradingBusinessName', company.name === company.legal_name ? '' : company.name),
      ),
      element(
        'ram:DefinedTradeContact',
        element('ram:TelephoneUniversalCommunication', textElement('ram:CompleteNumber', company.phone)),
        element('ram:EmailURIUniversalCommunication', textElement('ram:URIID', company.email)),
      ),
      formatAddress({ ...company, address: company.address1 }),
      element('ram:URIUniversalCommunication', textElement('ram:URIID', company.email, { schemeID: 'EM' })),
      element('ram:SpecifiedTaxRegistration', textElement('ram:ID', vat, { schemeID: 'VA' })),
      element('ram:SpecifiedTaxRegistration', textElement('ram:ID', other_tax, { schemeID: 'FC' })),
    ),
    element(
      'ram:BuyerTradeParty',
      textElement('ram:Name', buyer.name),
      element('ram:DefinedTradeContact', textElement('ram:PersonName', buyer.contact)),
      formatAddress(buyer),
      element(
        'ram:SpecifiedTaxRegistration',
        textElement('ram:ID', tax.category === 'O' ? '' : buyer.vat_number, { schemeID: 'VA' }),
      ),
    ),
    element('ram:BuyerOrderReferencedDocument', textElement('ram:IssuerAssignedID', purchase_order)),
  )
}

type Address = Pick<EInvoiceFacts['buyer'], 'address' | 'address2' | 'postal_code' | 'city' | 'region' | 'country'>

const formatAddress = ({ address, address2, postal_code, city, region, country }: Address) =>
  element(
    'ram:PostalTradeAddress',
    textElement('ram:PostcodeCode', postal_code),
    textElement('ram:LineOne', address),
    textElement('ram:LineTwo', address2),
    textElement('ram:CityName', city),
    textElement('ram:CountryID', country),
    textElement('ram:CountrySubDivisionName', region),
  )

/** VATEX codes of the reasons for no tax, BT-121. An exemption has its reason in words only. */
const REASON_CODES = { S: '', E: '', AE: 'VATEX-EU-AE', O: 'VATEX-EU-O' }

const formatSettlement = (bill: Bill, facts: EInvoiceFacts) => {
  const { tax, tax_currency, credited_before_tax_cents } = facts
  const credited_before_cents = bill.credited_before_cents - credited_before_tax_cents
  const tax_cents = bill.tax_cents - credited_before_tax_cents
  const allowances = [
    { reason: 'Non-profit discount', cents: bill.non_profit_discount_cents },
    { reason: bill.discount_label, cents: bill.discount_cents },
    { reason: bill.upgrade_label, cents: bill.upgrade_credit_cents },
    { reason: 'Previously credited', cents: credited_before_cents },
  ].filter(({ cents }) => cents > 0)
  const fee_cents = bill.processing_fee_cents
  const net_cents = getNetCents(bill) - credited_before_cents
  const paid_cents = bill.paid_at === null ? 0 : bill.total_cents
  const charge = (isCharge: boolean, reason: string, cents: number) =>
    element(
      'ram:SpecifiedTradeAllowanceCharge',
      element('ram:ChargeIndicator', textElement('udt:Indicator', String(isCharge))),
      amount('ram:ActualAmount', cents),
      textElement('ram:Reason', reason),
      formatTaxCategory('ram:CategoryTradeTax', tax),
    )
  return element(
    'ram:ApplicableHeaderTradeSettlement',
    textElement('ram:PaymentReference', bill.payment_reference),
    textElement('ram:TaxCurrencyCode', tax_currency?.currency ?? ''),
    textElement('ram:InvoiceCurrencyCode', 'USD'),
    formatPaymentMeans(bill, facts),
    element(
      'ram:ApplicableTradeTax',
      amount('ram:CalculatedAmount', tax_cents),
      textElement('ram:TypeCode', 'VAT'),
      textElement('ram:ExemptionReason', tax.category === 'S' ? '' : tax.note),
      amount('ram:BasisAmount', net_cents),
      textElement('ram:CategoryCode', tax.category),
      textElement('ram:ExemptionReasonCode', REASON_CODES[tax.category]),
      formatRate(tax.category, tax.percent),
    ),
    ...allowances.map(({ reason, cents }) => charge(false, reason, cents)),
    fee_cents === 0 ? '' : charge(true, 'Processing fee', fee_cents),
    formatPaymentTerms(bill),
    element(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      amount('ram:LineTotalAmount', bill.sub_total_cents),
      optionalAmount('ram:ChargeTotalAmount', fee_cents),
      optionalAmount(
        'ram:AllowanceTotalAmount',
        allowances.reduce((sum, { cents }) => sum + cents, 0),
      ),
      amount('ram:TaxBasisTotalAmount', net_cents),
      textElement('ram:TaxTotalAmount', formatAmount(tax_cents), { currencyID: 'USD' }),
      tax_currency
        ? textElement('ram:TaxTotalAmount', formatAmount(tax_currency.tax_minor, tax_currency.decimals), {
            currencyID: tax_currency.currency,
          })
        : '',
      amount('ram:GrandTotalAmount', bill.total_cents),
      optionalAmount('ram:TotalPrepaidAmount', paid_cents),
      amount('ram:DuePayableAmount', bill.total_cents - paid_cents),
    ),
    facts.preceding
      ? element(
          'ram:InvoiceReferencedDocument',
          textElement('ram:IssuerAssignedID', facts.preceding.number),
          element('ram:FormattedIssueDateTime', formatDay('qdt', facts.preceding.placed_at)),
        )
      : '',
  )
}

/** UNTDID 4461: how an invoice was paid. */
const PAYMENT_CODES = { card: '48', ach: '49', paypal: '68' }
const CREDIT_TRANSFER = '30'

/** An account number that isn't an IBAN has another element. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/

/** BG-16: how it was paid, or the account to pay to. Absent for a credit note. */
const formatPaymentMeans = ({ kind, payment_method, seller: { company } }: Bill, { payment_type }: EInvoiceFacts) => {
  if (kind === 'receipt')
    return payment_type === 'none' || payment_type === 'invoice'
      ? ''
      : element(
          'ram:SpecifiedTradeSettlementPaymentMeans',
          textElement('ram:TypeCode', PAYMENT_CODES[payment_type]),
          textElement('ram:Information', payment_method),
        )
  const account = company.iban.replaceAll(' ', '')
  if (kind === 'credit-note' || account === '') return ''
  const isIban = IBAN.test(account)
  return element(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    textElement('ram:TypeCode', CREDIT_TRANSFER),
    element(
      'ram:PayeePartyCreditorFinancialAccount',
      textElement('ram:IBANID', isIban ? account : ''),
      textElement('ram:AccountName', company.bank_account_holder),
      textElement('ram:ProprietaryID', isIban ? '' : account),
    ),
    element('ram:PayeeSpecifiedCreditorFinancialInstitution', textElement('ram:BICID', company.bic)),
  )
}

/** BT-20 and BT-9. What is left to pay needs one of them. */
const formatPaymentTerms = ({ kind, pay_url, due_at, payment_method }: Bill) =>
  element(
    'ram:SpecifiedTradePaymentTerms',
    textElement(
      'ram:Description',
      {
        invoice: pay_url && `To pay by card, without an account, open ${pay_url}`,
        receipt: '',
        'credit-note':
          payment_method === '' ? 'Nothing was paid, so nothing is refunded.' : `Refunded to ${payment_method}`,
      }[kind],
    ),
    kind === 'invoice' && due_at ? element('ram:DueDateDateTime', formatDay('udt', due_at)) : '',
  )
