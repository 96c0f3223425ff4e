/** Tax forms that filmmakers give the shop. */
import { DAY_MS } from '#platform/clock.ts'

export const taxFormKinds = ['w-9', 'w-8ben', 'w-8ben-e', 'vat'] as const
export type TaxFormKind = (typeof taxFormKinds)[number]

export const taxFormLabels: Record<TaxFormKind, string> = {
  'w-9': 'W-9',
  'w-8ben': 'W-8BEN',
  'w-8ben-e': 'W-8BEN-E',
  vat: 'VAT registration or self-certification',
}

/** Days before the end of a form on which a new one is asked for. */
const EXPIRES_SOON_DAYS = 60

export const taxFormStates = ['missing', 'expired', 'expiring', 'on_file'] as const
export type TaxFormState = (typeof taxFormStates)[number]

/** Days such as 2026-03-02. */
type DatedForm = {
  kind: TaxFormKind
  received_on: string
  /** The last day; null: it doesn't expire. */
  expires_on: string | null
}

/**
 * Returns the form that counts: the W form received last, because it replaces the ones before. A VAT form counts only
 * without any W form.
 */
export const currentTaxForm = <F extends DatedForm>(forms: readonly F[]): F | undefined =>
  forms.toSorted(
    (a, b) =>
      Number(a.kind === 'vat') - Number(b.kind === 'vat') ||
      b.received_on.localeCompare(a.received_on) ||
      (b.expires_on ?? '9').localeCompare(a.expires_on ?? '9'),
  )[0]

/** `today` is a day in UTC. */
export const taxFormState = (forms: readonly DatedForm[], today: string): TaxFormState => {
  const form = currentTaxForm(forms)
  if (!form) return 'missing'
  if (form.expires_on === null) return 'on_file'
  if (form.expires_on < today) return 'expired'
  return Date.parse(form.expires_on) - Date.parse(today) <= EXPIRES_SOON_DAYS * DAY_MS ? 'expiring' : 'on_file'
}

export const taxFormStateLabels: Record<TaxFormState, string> = {
  missing: 'No tax form',
  expired: 'Tax form expired',
  expiring: 'Tax form ends soon',
  on_file: 'Tax form on file',
}

export const MAX_TAX_FORM_BYTES = 10 * 1_024 * 1_024
export const taxFormFileTypes = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png' } as const
export type TaxFormFileType = keyof typeof taxFormFileTypes
