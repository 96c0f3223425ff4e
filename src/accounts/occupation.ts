/** What somebody does for a living: a business and an occupation of the lists, or “Other” and their own words. */
import * as z from 'zod/mini'

import { idIn } from '#platform/lists.ts'
import { optionalText } from '#platform/text.ts'

export type Occupation = {
  business_type_id: number | null
  occupation_type_id: number | null
  /** null unless “Other” was chosen; '' while nothing was written there. */
  custom_business_type: string | null
  custom_occupation_type: string | null
}

type Missing = Partial<Record<keyof Occupation, string>>

/** A text for each field that still needs something. Whoever has a business of their own needs no occupation of a list. */
export const missingIn = (given: Occupation): Missing => {
  const isCustom = given.custom_business_type !== null
  return { ...missingBusiness(given), ...(isCustom ? {} : missingOccupation(given)) }
}

const missingBusiness = ({ business_type_id, custom_business_type }: Occupation): Missing => {
  if (custom_business_type === '') return { custom_business_type: 'Please enter your business type' }
  if (custom_business_type === null && business_type_id === null)
    return { business_type_id: 'Business type is required' }
  return {}
}

const missingOccupation = ({ occupation_type_id, custom_occupation_type }: Occupation): Missing => {
  if (custom_occupation_type === '') return { custom_occupation_type: 'Please enter your occupation type' }
  if (custom_occupation_type === null && occupation_type_id === null)
    return { occupation_type_id: 'Occupation type is required' }
  return {}
}

/** A custom text takes the place of the matching id, and a business of one's own leaves no list to choose an occupation from. */
export const tidied = (given: Occupation): Occupation => {
  const { custom_business_type } = given
  const custom_occupation_type = given.custom_occupation_type || null
  return {
    business_type_id: custom_business_type === null ? given.business_type_id : null,
    occupation_type_id:
      custom_business_type === null && custom_occupation_type === null ? given.occupation_type_id : null,
    custom_business_type,
    custom_occupation_type,
  }
}

const ownWords = (label: string) => z._default(z.nullable(optionalText(label)), null)

/** The fields of a body that tells it; `checkOccupation` is the rule for the whole. */
export const occupationShape = {
  business_type_id: z._default(z.nullable(idIn('Business type is required')), null),
  occupation_type_id: z._default(z.nullable(idIn('Occupation type is required')), null),
  custom_business_type: ownWords('Business type'),
  custom_occupation_type: ownWords('Occupation type'),
}

export const checkOccupation = z.superRefine<Occupation>((given, context) => {
  for (const [field, message] of Object.entries(missingIn(given)))
    context.addIssue({ code: 'custom', path: [field], message })
})

/** The option of both lists that stands for one's own words. */
export const other = 'other'

/** What the form's four controls hold. */
export type OccupationFields = Record<keyof Occupation, string>

export const noOccupation: OccupationFields = {
  business_type_id: '',
  occupation_type_id: '',
  custom_business_type: '',
  custom_occupation_type: '',
}

export const fieldsOf = (known: Occupation | null): OccupationFields => {
  if (!known) return noOccupation
  const chosen = (id: number | null, words: string | null) => (words !== null ? other : String(id ?? ''))
  return {
    business_type_id: chosen(known.business_type_id, known.custom_business_type),
    occupation_type_id: chosen(known.occupation_type_id, known.custom_occupation_type),
    custom_business_type: known.custom_business_type ?? '',
    custom_occupation_type: known.custom_occupation_type ?? '',
  }
}

/** What the controls say, as it is sent. */
export const occupationIn = (fields: OccupationFields): Occupation => {
  const id = (text: string) => (text === '' || text === other ? null : Number(text))
  const words = (chosen: string, text: string) => (chosen === other ? text.trim() : null)
  const ownBusiness = fields.business_type_id === other
  return {
    business_type_id: id(fields.business_type_id),
    occupation_type_id: ownBusiness ? null : id(fields.occupation_type_id),
    custom_business_type: words(fields.business_type_id, fields.custom_business_type),
    custom_occupation_type: ownBusiness
      ? fields.custom_occupation_type.trim() || null
      : words(fields.occupation_type_id, fields.custom_occupation_type),
  }
}

export const occupationFieldsShape = {
  business_type_id: z.string(),
  occupation_type_id: z.string(),
  custom_business_type: z.string().check(z.maxLength(255, 'Business type is too long')),
  custom_occupation_type: z.string().check(z.maxLength(255, 'Occupation type is too long')),
}

export const checkOccupationFields = z.superRefine<OccupationFields>((fields, context) => {
  for (const [field, message] of Object.entries(missingIn(occupationIn(fields))))
    context.addIssue({ code: 'custom', path: [field], message })
})
