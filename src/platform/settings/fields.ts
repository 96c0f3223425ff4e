/** Schemas of fields that several groups of settings have. */
import * as z from 'zod/mini'

import { requiredText } from '../text.ts'

/** An optional email; '' when it is omitted. */
export const optionalEmail = (label: string) =>
  z._default(
    z.union([z.literal(''), emailText(label)], `${label} must be an email address, such as hello@example.com.`),
    '',
  )

export const emailText = (label: string) =>
  z
    .string(`${label} is required`)
    .check(
      z.trim(),
      z.maxLength(254, `${label} is too long`),
      z.email(`${label} must be an email address, such as hello@example.com.`),
    )

/** A full web address that starts with https:// or http://. */
export const webAddress = (label: string) =>
  z
    .string(`${label} is required`)
    .check(
      z.trim(),
      z.maxLength(500, `${label} is too long`),
      z.refine(isWebAddress, `${label} must be a full web address, such as https://example.com/.`),
    )

const isWebAddress = (text: string) => /^https?:\/\/[^\s@/]+\.[^\s@/]/.test(text) && URL.canParse(text)

/** Several lines of text without other control characters; '' when it is omitted. */
export const optionalLines = (label: string, max: number) =>
  z._default(
    z.string(`${label} must be text`).check(
      z.overwrite(text => text.replaceAll(/\r\n?/g, '\n')),
      z.trim(),
      z.maxLength(max, `${label} is too long`),
      z.refine(text => !/[^\P{Cc}\n]/u.test(text), `${label} contains a character that can’t be stored.`),
    ),
    '',
  )

export const phoneNumber = (label: string) =>
  requiredText(label, 40).check(z.regex(/^[+(\d][\d\s().+/-]{4,}$/, `${label} must be a phone number.`))

/** An ISO 3166-1 code of two letters, such as "IE". */
export const countryCode = (label: string) =>
  z.string(`${label} is required`).check(
    z.regex(/^[A-Z]{2}$/, `${label} must be a country code of two letters, such as IE.`),
    z.refine(
      code => !/^[A-Z]{2}$/.test(code) || regionNames.of(code) !== undefined,
      `${label} is not a country that we know.`,
    ),
  )

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The English name of a country, such as "Ireland"; the code itself for an unknown one. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) && regionNames.of(code)) || code
