/**
 * Sixty buyers of the demo's company: an Irish seller with the Union One-Stop Shop, registered in the United Kingdom and in
 * the US states that tax downloads. Each row names the law that the expectation comes from.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { demoTaxSettings } from '../../demo/tax-settings.ts'
import { countryName } from '../platform/settings/fields.ts'
import type { TaxRegistration } from '../platform/settings/tax-group.ts'
import { TAX_TABLE } from './tax-rates.ts'
import { decideTax, type Seller } from './tax-rule.ts'
import { parseVatNumber, type Vat } from './vat-number.ts'

const irish: Seller = { country: 'IE', settings: demoTaxSettings }
const DAY = '2026-03-02'

type Buyer = { country: string; postal_code?: string; region?: string; vat?: string; service?: Vat['service'] }

const decide = ({ country, postal_code = '', region, vat, service = 'valid' }: Buyer, seller = irish, day = DAY) => {
  const location = {
    country: { code: country, name: countryName(country) },
    country_region: region ? { code: region, name: region } : null,
    postal_code,
  }
  const submitted = vat ? { number: vat, checked_at: '2026-03-02T10:00:00.000Z', service, reference: null } : null
  return decideTax(location, submitted, seller, day)
}

const numbers = {
  AT: 'ATU13585627',
  BE: 'BE0411905847',
  DE: 'DE136695976',
  ES: 'ESB58378431',
  FR: 'FR40303265045',
  GB: 'GB980780684',
  GR: 'EL094259216',
  IE: 'IE6388047V',
  IT: 'IT00743110157',
  NL: 'NL004495445B01',
  PL: 'PL8567346215',
  SE: 'SE556012579001',
}

const ART_58 = 'VAT Directive, article 58: electronic services to consumers are supplied where they live'
const ART_196 = 'VAT Directive, articles 44 and 196: the business accounts for the VAT'
const ART_59 = 'VAT Directive, articles 44 and 59: supplied outside of the EU'
const ART_6 = 'VAT Directive, article 6: outside of the VAT territory'
const ART_44_HOME = 'VAT Directive, article 44: supplied where the business is, in Ireland'
const UK_CONSUMER = 'Value Added Tax Act 1994, schedule 4A, paragraph 15: electronic services to consumers'
const UK_BUSINESS = 'Value Added Tax Act 1994, section 8: reverse charge'
const STATE_TAXES = 'the state’s law on digital goods, as listed in the table'
const STATE_EXEMPTS = 'the state does not tax downloads; the seller isn’t registered there'

const outside = (place: string) =>
  `Outside the scope of EU VAT: the place of supply is ${place} (Directive 2006/112/EC, articles 44 and 59).`
const REVERSE = 'Reverse charge: the recipient accounts for the VAT.'

/** Buyer; kind, percent and note; the currency that the tax is stated in; source. */
const buyers: [Buyer, [kind: string, percent: number, note: string], currency: string | null, source: string][] = [
  [{ country: 'IE' }, ['vat', 23, ''], 'EUR', ART_58],
  [{ country: 'IE', vat: numbers.IE }, ['vat', 23, ''], 'EUR', ART_44_HOME],
  [{ country: 'AT' }, ['vat', 20, ''], 'EUR', ART_58],
  [{ country: 'BE' }, ['vat', 21, ''], 'EUR', ART_58],
  [{ country: 'BG' }, ['vat', 20, ''], 'EUR', ART_58],
  [{ country: 'CY' }, ['vat', 19, ''], 'EUR', ART_58],
  [{ country: 'CZ' }, ['vat', 21, ''], 'EUR', ART_58],
  [{ country: 'DE' }, ['vat', 19, ''], 'EUR', ART_58],
  [{ country: 'DK' }, ['vat', 25, ''], 'EUR', ART_58],
  [{ country: 'EE' }, ['vat', 24, ''], 'EUR', ART_58],
  [{ country: 'ES', postal_code: '28013' }, ['vat', 21, ''], 'EUR', ART_58],
  [{ country: 'FI', postal_code: '00100' }, ['vat', 25.5, ''], 'EUR', ART_58],
  [{ country: 'FR', postal_code: '75001' }, ['vat', 20, ''], 'EUR', ART_58],
  [{ country: 'GR', postal_code: '105 57' }, ['vat', 24, ''], 'EUR', ART_58],
  [{ country: 'HR' }, ['vat', 25, ''], 'EUR', ART_58],
  [{ country: 'HU' }, ['vat', 27, ''], 'EUR', ART_58],
  [{ country: 'IT', postal_code: '00184' }, ['vat', 22, ''], 'EUR', ART_58],
  [{ country: 'LU' }, ['vat', 17, ''], 'EUR', ART_58],
  [{ country: 'MT' }, ['vat', 18, ''], 'EUR', ART_58],
  [{ country: 'NL' }, ['vat', 21, ''], 'EUR', ART_58],
  [{ country: 'PL' }, ['vat', 23, ''], 'EUR', ART_58],
  [{ country: 'PT', postal_code: '1100-148' }, ['vat', 23, ''], 'EUR', ART_58],
  [{ country: 'PT', postal_code: '9000-082' }, ['vat', 22, ''], 'EUR', 'Código do IVA, article 18(3): Madeira'],
  [{ country: 'PT', postal_code: '9500-150' }, ['vat', 16, ''], 'EUR', 'Código do IVA, article 18(3): Azores'],
  [{ country: 'RO' }, ['vat', 21, ''], 'EUR', ART_58],
  [{ country: 'SE' }, ['vat', 25, ''], 'EUR', ART_58],
  [{ country: 'SK' }, ['vat', 23, ''], 'EUR', ART_58],
  [{ country: 'MC', postal_code: '98000' }, ['vat', 20, ''], 'EUR', 'VAT Directive, article 7: Monaco as France'],
  [{ country: 'DE', vat: numbers.DE }, ['reverse_charge', 0, REVERSE], null, ART_196],
  [{ country: 'AT', vat: numbers.AT }, ['reverse_charge', 0, REVERSE], null, ART_196],
  [{ country: 'BE', vat: numbers.BE }, ['reverse_charge', 0, REVERSE], null, ART_196],
  [{ country: 'ES', postal_code: '28013', vat: numbers.ES }, ['reverse_charge', 0, REVERSE], null, ART_196],
  [{ country: 'FR', vat: numbers.FR }, ['reverse_charge', 0, REVERSE], null, ART_196],
  [{ country: 'GR', vat: numbers.GR }, ['reverse_charge', 0, REVERSE], null, ART_196],
  [{ country: 'IT', vat: numbers.IT }, ['reverse_charge', 0, REVERSE], null, ART_196],
  [{ country: 'MC', vat: numbers.FR }, ['reverse_charge', 0, REVERSE], null, ART_196],
  [{ country: 'NL', vat: numbers.NL }, ['reverse_charge', 0, REVERSE], null, ART_196],
  [{ country: 'PL', vat: numbers.PL }, ['reverse_charge', 0, REVERSE], null, ART_196],
  [{ country: 'SE', vat: numbers.SE }, ['reverse_charge', 0, REVERSE], null, ART_196],
  [
    { country: 'FR', vat: numbers.DE },
    ['vat', 20, ''],
    'EUR',
    'a number of another country is not evidence of a business here',
  ],
  [{ country: 'GB' }, ['vat', 20, ''], 'GBP', UK_CONSUMER],
  [
    { country: 'GB', postal_code: 'BT1 1AA' },
    ['vat', 20, ''],
    'GBP',
    'Northern Ireland Protocol: services are supplied in the UK',
  ],
  [{ country: 'IM', postal_code: 'IM1 1AA' }, ['vat', 20, ''], 'GBP', 'Isle of Man Act 1979: one VAT area'],
  [{ country: 'GB', vat: numbers.GB, service: 'not_checked' }, ['reverse_charge', 0, REVERSE], null, UK_BUSINESS],
  [{ country: 'JE' }, ['none', 0, outside('Jersey')], null, ART_59],
  [{ country: 'ES', postal_code: '35001' }, ['none', 0, outside('Canary Islands')], null, ART_6],
  [{ country: 'ES', postal_code: '35001', vat: numbers.ES }, ['none', 0, outside('Canary Islands')], null, ART_6],
  [{ country: 'IT', postal_code: '23041' }, ['none', 0, outside('Livigno')], null, ART_6],
  [{ country: 'DE', postal_code: '78266' }, ['none', 0, outside('Switzerland')], null, ART_6],
  [{ country: 'FR', postal_code: '97490' }, ['none', 0, outside('Réunion')], null, ART_6],
  [{ country: 'AX', postal_code: '22100' }, ['none', 0, outside('Åland Islands')], null, ART_6],
  [{ country: 'GR', postal_code: '63086' }, ['none', 0, outside('Mount Athos')], null, ART_6],
  [{ country: 'CH', postal_code: '8001' }, ['none', 0, outside('Switzerland')], null, ART_59],
  [{ country: 'NO' }, ['none', 0, outside('Norway')], null, ART_59],
  [{ country: 'AU', region: 'NSW' }, ['none', 0, outside('Australia')], null, ART_59],
  [{ country: 'JP' }, ['none', 0, outside('Japan')], null, ART_59],
  [{ country: 'US', region: 'TX' }, ['sales_tax', 6.25, ''], null, STATE_TAXES],
  [{ country: 'US', region: 'WA' }, ['sales_tax', 6.5, ''], null, STATE_TAXES],
  [{ country: 'US', region: 'CA' }, ['none', 0, outside('CA')], null, STATE_EXEMPTS],
  [{ country: 'US', region: 'OR' }, ['none', 0, outside('OR')], null, 'Oregon has no sales tax'],
]

test('there are sixty buyers', () => {
  expect(buyers.length).toBe(60)
})

test.each(buyers)('%j: %j, stated in %s, by %s', (buyer, [kind, percent, note], currency) => {
  expect(decide(buyer)).toMatchObject({ kind, rate: percent / 100, note, currency })
})

test('the number on the document is the one that the tax is charged under', () => {
  const [vat_number] = [demoTaxSettings.registrations[0]?.number]
  expect(decide({ country: 'DE' })).toMatchObject({ scheme: 'union_oss', seller_number: vat_number })
  expect(decide({ country: 'IE' })).toMatchObject({ scheme: 'national', seller_number: vat_number })
  expect(decide({ country: 'DE', vat: numbers.DE })).toMatchObject({ scheme: null, seller_number: vat_number })
  expect(decide({ country: 'GB' })).toMatchObject({ scheme: 'national', seller_number: 'GB123456782' })
})

const register = (...places: string[]): TaxRegistration[] =>
  places.map(place => ({ scheme: 'national', place, number: '', from: '2026-01-01', to: null }))
const sellerIn = (country: string, registrations: TaxRegistration[]): Seller => ({
  country,
  settings: { ...demoTaxSettings, registrations },
})

describe('registrations decide where tax is charged', () => {
  test('without any, nobody pays tax, and documents say why', () => {
    const seller = sellerIn('IE', [])
    expect(decide({ country: 'IE' }, seller)).toMatchObject({
      kind: 'none',
      reason: 'not_registered',
      note: 'No tax is charged: the seller isn’t registered for it in Ireland.',
    })
    expect(decide({ country: 'DE' }, seller).reason).toBe('not_registered')
    expect(decide({ country: 'US', region: 'TX' }, seller).reason).toBe('outside_scope')
  })

  test('a German company charges no tax of Texas, and one of Texas charges none of Germany', () => {
    expect(decide({ country: 'US', region: 'TX' }, sellerIn('DE', register('DE')))).toMatchObject({
      reason: 'outside_scope',
    })
    const texan = sellerIn('US', register('US-TX'))
    expect(decide({ country: 'DE' }, texan)).toMatchObject({
      note: 'No tax is charged: the place of supply is Germany, outside of the seller’s country.',
    })
    expect(decide({ country: 'US', region: 'TX' }, texan)).toMatchObject({ kind: 'sales_tax', rate: 0.0625 })
    expect(decide({ country: 'US', region: 'WA' }, texan)).toMatchObject({ reason: 'not_registered' })
  })

  test('below the threshold of the One-Stop Shop, consumers elsewhere in the EU pay the VAT of the seller’s country', () => {
    const seller = sellerIn('DE', register('DE'))
    expect(decide({ country: 'FR' }, seller)).toMatchObject({ kind: 'vat', rate: 0.19, jurisdiction: 'Germany' })
    expect(decide({ country: 'FR', vat: numbers.FR }, seller)).toMatchObject({ kind: 'reverse_charge' })
  })

  test('a seller outside of the EU charges EU consumers with its own One-Stop Shop alone', () => {
    const oss = { scheme: 'non_union_oss', place: 'IE', number: 'EU372022452', from: '2026-01-01', to: null } as const
    expect(decide({ country: 'FR' }, sellerIn('US', [oss]))).toMatchObject({
      rate: 0.2,
      seller_number: 'EU372022452',
      currency: 'EUR',
    })
    expect(decide({ country: 'FR' }, sellerIn('US', [{ ...oss, scheme: 'union_oss' }]))).toMatchObject({ kind: 'none' })
  })

  test.each([
    ['AU', 'NSW', 'gst', 0.1, 'AUD'],
    ['CA', 'ON', 'gst', 0.13, null],
    ['CA', 'AB', 'gst', 0.05, null],
    ['JP', undefined, 'consumption_tax', 0.1, 'JPY'],
    ['CH', undefined, 'vat', 0.081, 'CHF'],
    ['NO', undefined, 'vat', 0.25, 'NOK'],
    ['IN', undefined, 'gst', 0.18, 'INR'],
    ['SG', undefined, 'gst', 0.09, 'SGD'],
  ] as const)('one in %s (%s) charges %s of %s, stated in %s', (country, region, kind, rate, currency) => {
    const buyer = { country, ...(region && { region }) }
    expect(decide(buyer, sellerIn('IE', register('IE', country)))).toMatchObject({ kind, rate, currency })
  })

  test('where downloads are not taxed, a registered seller says so', () => {
    expect(decide({ country: 'US', region: 'NY' }, sellerIn('US', register('US-NY')))).toMatchObject({
      reason: 'exempt',
      note: 'No sales tax: NY doesn’t tax downloads.',
    })
  })

  test('a registration counts from its first day to its last', () => {
    const seller = sellerIn('IE', [
      { scheme: 'national', place: 'GB', number: '', from: '2026-01-10', to: '2026-01-20' },
    ])
    const kinds = ['2026-01-09', '2026-01-10', '2026-01-20', '2026-01-21'].map(
      day => decide({ country: 'GB' }, seller, day).kind,
    )
    expect(kinds).toEqual(['none', 'vat', 'vat', 'none'])
  })
})

test('a number that no service confirmed saves the VAT only where the owner trusts it', () => {
  const strict: Seller = { ...irish, settings: { ...demoTaxSettings, unchecked_vat_numbers: 'charge' } }
  for (const service of ['not_checked', 'unreachable'] as const) {
    const buyer = { country: 'DE', vat: numbers.DE, service }
    expect(decide(buyer)).toMatchObject({ kind: 'reverse_charge', evidence: { vat: { service } } })
    expect(decide(buyer, strict)).toMatchObject({
      kind: 'vat',
      rate: 0.19,
      vat: { number: numbers.DE },
      evidence: { exchange: 'consumer', vat: { service } },
    })
  }
  expect(decide({ country: 'DE', vat: numbers.DE }, strict).kind).toBe('reverse_charge')
})

test('for any buyer and registrations, tax is charged under a registration in force, or there is a sentence why not', () => {
  const places = [...new Set(TAX_TABLE.map(({ place }) => place))]
  fc.assert(
    fc.property(
      fc.constantFrom(...places, 'HK', 'US-OR'),
      fc.constantFrom('IE', 'DE', 'US', 'GB', 'CH'),
      fc.uniqueArray(fc.constantFrom('IE', 'DE', 'GB', 'CH', 'US-TX', 'US-CA', 'AU', 'CA'), { maxLength: 8 }),
      (place, country, registered) => {
        const [code = '', region] = place.split('-')
        const seller = sellerIn(country, register(...registered))
        const rule = decide({ country: code, ...(region && { region }) }, seller)
        if (rule.scheme === null) expect(rule).toMatchObject({ rate: 0, note: expect.stringMatching(/\.$/) })
        else {
          expect(rule.rate).toBeGreaterThan(0)
          expect(rule).toMatchObject({ note: '', reason: null, scheme: 'national' })
          expect(Number(rule.rate.toFixed(5))).toBe(rule.rate)
        }
      },
    ),
  )
})

test.each([
  ['DE', '136695976', 'DE136695976'],
  ['GR', '094259216', 'EL094259216'],
  ['GR', 'EL 094 259 216', 'EL094259216'],
  ['FR', 'fr40-303265045', 'FR40303265045'],
  ['AT', 'U13585627', 'ATU13585627'],
  ['GB', '980780684', 'GB980780684'],
  ['GB', 'GB980780685', undefined],
  ['DE', '136695975', undefined],
  ['DE', 'FR40303265045', undefined],
])('in %s “%s” parses to %s', (country, text, number) => {
  expect(parseVatNumber(country, text)).toBe(number)
})
