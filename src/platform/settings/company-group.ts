/** The settings group of the company: who sells, and how to reach and pay it. */
import * as z from 'zod/mini'

import { brand } from '../brand.ts'
import { nameText, optionalText, requiredText } from '../text.ts'
import { countryCode, emailText, phoneNumber } from './fields.ts'

/** `vat` is a national VAT number, `oss` a registration for the European One-Stop Shop, `other` any other tax id. */
export const taxSchemes = ['vat', 'oss', 'other'] as const

const TaxId = z.object({
  scheme: z.enum(taxSchemes, 'Choose a kind of tax number from the list.'),
  country: countryCode('The country of a tax number'),
  number: requiredText('The tax number', 30).check(
    z.overwrite(text => text.toUpperCase()),
    z.regex(/^[A-Z0-9][A-Z0-9 ./-]*$/, 'A tax number has letters, digits, spaces, dots and dashes only.'),
  ),
})
export type TaxId = z.infer<typeof TaxId>

const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const companySettings = {
  label: 'Company',
  about: 'Names, address, tax numbers, bank and contact: on pages, mails and documents.',
  schema: z.object({
    name: nameText('The name', 60),
    legal_name: requiredText('The legal name', 120),
    tagline: optionalText('The tagline', 120),
    file_prefix: z
      .string('The prefix of file names is required')
      .check(
        z.trim(),
        z.regex(
          /^[a-z0-9]+(-[a-z0-9]+)*$/,
          'The prefix of file names has small letters, digits and single dashes, such as “north-light”.',
        ),
        z.maxLength(30, 'The prefix of file names is too long'),
      ),
    address1: optionalText('The address', 120),
    address2: optionalText('The second line of the address', 120),
    postal_code: optionalText('The postal code', 20),
    city: optionalText('The city', 80),
    region: optionalText('The state or region', 80),
    country: countryCode('The country'),
    tax_ids: z.array(TaxId).check(
      z.maxLength(20, 'At most 20 tax numbers can be listed.'),
      z.refine(
        ids => new Set(ids.map(({ scheme, country }) => `${scheme} ${country}`)).size === ids.length,
        'Each kind of tax number can be listed once for each country.',
      ),
    ),
    register_name: optionalText('The name of the register', 120),
    register_number: optionalText('The number in the register', 60),
    phone: phoneNumber('The phone'),
    email: emailText('The support email'),
    time_zone: z
      .string('The time zone is required')
      .check(z.refine(isTimeZone, 'There is no such time zone. Choose one from the list, such as Europe/Dublin.')),
    bank_account_holder: optionalText('The account holder', 120),
    bank_name: optionalText('The bank', 120),
    iban: optionalText('The account number', 40),
    bic: optionalText('The BIC', 11).check(
      z.overwrite(text => text.toUpperCase()),
      z.refine(
        text => text === '' || /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text),
        'A BIC has 8 or 11 letters and digits, such as AIBKIE2D.',
      ),
    ),
  }),
  defaults: {
    name: brand.name,
    legal_name: brand.legal_name,
    tagline: brand.tagline,
    file_prefix: brand.slug,
    address1: '',
    address2: '',
    postal_code: '',
    city: '',
    region: '',
    country: brand.country,
    tax_ids: [{ scheme: 'vat' as const, country: brand.country, number: brand.vat_number }],
    register_name: '',
    register_number: '',
    phone: brand.phone,
    email: brand.email,
    time_zone: brand.time_zone,
    bank_account_holder: '',
    bank_name: '',
    iban: '',
    bic: '',
  },
}
