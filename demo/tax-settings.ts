/** Where the demo's company is registered for tax: at home in Ireland, and where its buyers are. */
import { defaultSettings } from '../src/platform/settings/groups.ts'
import type { TaxRegistration } from '../src/platform/settings/tax-group.ts'
import { TAX_TABLE } from '../src/tax/tax-rates.ts'

const { country, tax_ids } = defaultSettings.company
const vat_number = tax_ids.find(({ scheme }) => scheme === 'vat')?.number ?? ''
const FROM = '2020-01-01'

const registered = (scheme: TaxRegistration['scheme'], place: string, number = ''): TaxRegistration => ({
  scheme,
  place,
  number,
  from: FROM,
  to: null,
})

const states = new Set(
  TAX_TABLE.filter(({ place, taxes_downloads }) => place.startsWith('US-') && taxes_downloads).map(
    ({ place }) => place,
  ),
)

const registrations: TaxRegistration[] = [
  registered('national', country, vat_number),
  registered('union_oss', country, vat_number),
  registered('national', 'GB', 'GB123456782'),
  ...[...states].toSorted().map(place => registered('national', place)),
]

export const demoTaxSettings = { ...defaultSettings.tax, registrations }
