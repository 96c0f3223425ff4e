/** A buyer's choice of license, with the ids and the sentence derived from it. */
import type { ChoiceWithFormat, LicenseChoice } from './choice-schema.ts'
import {
  distributionName,
  distributions,
  endClientSizes,
  formatOf,
  formats,
  orgTypes,
  orgTypeIds,
  peopleOf,
  type OrgType,
} from './terms.ts'

export type { ChoiceWithFormat, LicenseChoice }

export const defaultChoice: ChoiceWithFormat = {
  org_type: 'commercial',
  end_client_size: 2,
  distribution_ids: [3],
  format_id: 3,
}

/** Returns the choice with sorted, unique distributions, so that equal licenses are identical. */
export const normalizeChoice = ({ org_type, end_client_size, distribution_ids }: LicenseChoice): LicenseChoice => ({
  org_type,
  end_client_size,
  distribution_ids: [...new Set(distribution_ids)].toSorted((a, b) => a - b),
})

const hasId = (options: readonly { id: number }[], id: unknown) => options.some(option => option.id === id)

/** Validates a stored choice like `choice-schema.ts`, without Zod, which would be loaded on every page. */
export const isChoice = (value: unknown): value is ChoiceWithFormat => {
  if (typeof value !== 'object' || value === null) return false
  const { org_type, end_client_size, distribution_ids, format_id } = value as Partial<
    Record<keyof ChoiceWithFormat, unknown>
  >
  return (
    orgTypeIds.some(orgType => orgType === org_type) &&
    hasId(endClientSizes, end_client_size) &&
    Array.isArray(distribution_ids) &&
    distribution_ids.length > 0 &&
    distribution_ids.every(id => hasId(distributions, id)) &&
    hasId(formats, format_id)
  )
}

/** Returns the choice with an available format: its own, else the default, else the first. */
export const withAvailableFormat = (choice: ChoiceWithFormat, format_ids: readonly number[]): ChoiceWithFormat => {
  if (format_ids.includes(choice.format_id)) return choice
  const { format_id: defaultFormatId } = defaultChoice
  return {
    ...choice,
    format_id: format_ids.includes(defaultFormatId) ? defaultFormatId : (format_ids[0] ?? choice.format_id),
  }
}

const orgTypeLetters: Record<OrgType, string> = { personal: 'P', commercial: 'C', nonprofit: 'N' }

const idStem = ({ org_type, end_client_size }: LicenseChoice) =>
  `${orgTypeLetters[org_type]}${String(end_client_size).padStart(5, '0')}`

/** Returns an id such as "C0000237": commercial, small, Web & Social and Broadcast TV. */
export const groupId = (choice: LicenseChoice): string =>
  `${idStem(choice)}${normalizeChoice(choice).distribution_ids.join('')}`

/** Returns "C000023" for each distribution. */
export const idPrefixes = (choice: LicenseChoice): string[] =>
  normalizeChoice(choice).distribution_ids.map(id => `${idStem(choice)}${id}`)

/** Returns "C000023-HD" for each distribution. For display and old clients; never parsed. */
export const licenseIds = (choice: LicenseChoice, format_id: number): string[] =>
  idPrefixes(choice).map(prefix => `${prefix}-${formatOf(format_id).code}`)

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

const clientText = ({ org_type, end_client_size }: LicenseChoice) => {
  const people = peopleOf(end_client_size)
  if (org_type === 'personal')
    return end_client_size === 1 ? 'for a personal project' : `for a personal project of ${people}`
  return `for a ${org_type === 'nonprofit' ? 'non-profit' : 'client'} with ${people}`
}

/** Returns "Web & Social and Broadcast TV, for a client with 2–50 people, worldwide, forever". */
export const choiceSentence = (
  choice: LicenseChoice,
  { territory = 'worldwide', term = 'perpetual' }: { territory?: string; term?: string } = {},
): string =>
  `${listFormat.format(normalizeChoice(choice).distribution_ids.map(distributionName))}, ${clientText(choice)}, ${territory}, ${term === 'perpetual' ? 'forever' : term}`

/** Returns "Commercial · 2–50 people". */
export const clientLabel = ({ org_type, end_client_size }: LicenseChoice): string =>
  `${orgTypes[org_type].name} · ${peopleOf(end_client_size)}`
