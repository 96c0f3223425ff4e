/** A user's occupation: a business type and an occupation type from the lists, or “Other” with the user's own text. */
import * as z from 'zod/mini'

import { idField } from '#platform/http/lists.ts'
import { optionalText } from '#platform/text.ts'

export type Occupation = {
  business_type_id: number | null
  occupation_type_id: number | null
  /** null unless “Other” is selected; '' while the text is empty. */
  custom_business_type: string | null
  custom_occupation_type: string | null
}

type OccupationErrors = Partial<Record<keyof Occupation, string>>

/** Returns an error text for each incomplete field. A custom business needs no occupation from the lists. */
export const findOccupationErrors = (occupation: Occupation): OccupationErrors => {
  const isCustom = occupation.custom_business_type !== null
  return { ...findBusinessErrors(occupation), ...(isCustom ? {} : findOccupationTypeErrors(occupation)) }
}

const findBusinessErrors = ({ business_type_id, custom_business_type }: Occupation): OccupationErrors => {
  if (custom_business_type === '') return { custom_business_type: 'Please enter your business type' }
  if (custom_business_type === null && business_type_id === null)
    return { business_type_id: 'Business type is required' }
  return {}
}

const findOccupationTypeErrors = ({ occupation_type_id, custom_occupation_type }: Occupation): OccupationErrors => {
  if (custom_occupation_type === '') return { custom_occupation_type: 'Please enter your occupation type' }
  if (custom_occupation_type === null && occupation_type_id === null)
    return { occupation_type_id: 'Occupation type is required' }
  return {}
}

/** Custom text replaces the matching id. A custom business has no occupation from the lists. */
export const normalizeOccupation = (occupation: Occupation): Occupation => {
  const { custom_business_type } = occupation
  const custom_occupation_type = occupation.custom_occupation_type || null
  return {
    business_type_id: custom_business_type === null ? occupation.business_type_id : null,
    occupation_type_id:
      custom_business_type === null && custom_occupation_type === null ? occupation.occupation_type_id : null,
    custom_business_type,
    custom_occupation_type,
  }
}

const customTextField = (label: string) => z._default(z.nullable(optionalText(label)), null)

/** The body fields of an occupation. `checkOccupation` validates them together. */
export const occupationBodyFields = {
  business_type_id: z._default(z.nullable(idField('Business type is required')), null),
  occupation_type_id: z._default(z.nullable(idField('Occupation type is required')), null),
  custom_business_type: customTextField('Business type'),
  custom_occupation_type: customTextField('Occupation type'),
}

export const checkOccupation = z.superRefine<Occupation>((occupation, context) => {
  for (const [field, message] of Object.entries(findOccupationErrors(occupation)))
    context.addIssue({ code: 'custom', path: [field], message })
})

/** The option “Other” of both lists. */
export const OTHER_OPTION = 'other'

/** The values of the form's four fields. */
export type OccupationFieldValues = Record<keyof Occupation, string>

export const emptyOccupationFields: OccupationFieldValues = {
  business_type_id: '',
  occupation_type_id: '',
  custom_business_type: '',
  custom_occupation_type: '',
}

export const toOccupationFields = (occupation: Occupation | null): OccupationFieldValues => {
  if (!occupation) return emptyOccupationFields
  const toOption = (id: number | null, customText: string | null) =>
    customText !== null ? OTHER_OPTION : String(id ?? '')
  return {
    business_type_id: toOption(occupation.business_type_id, occupation.custom_business_type),
    occupation_type_id: toOption(occupation.occupation_type_id, occupation.custom_occupation_type),
    custom_business_type: occupation.custom_business_type ?? '',
    custom_occupation_type: occupation.custom_occupation_type ?? '',
  }
}

/** Converts the form's values to the request body. */
export const parseOccupationFields = (fields: OccupationFieldValues): Occupation => {
  const parseId = (text: string) => (text === '' || text === OTHER_OPTION ? null : Number(text))
  const parseCustomText = (option: string, text: string) => (option === OTHER_OPTION ? text.trim() : null)
  const isCustomBusiness = fields.business_type_id === OTHER_OPTION
  return {
    business_type_id: parseId(fields.business_type_id),
    occupation_type_id: isCustomBusiness ? null : parseId(fields.occupation_type_id),
    custom_business_type: parseCustomText(fields.business_type_id, fields.custom_business_type),
    custom_occupation_type: isCustomBusiness
      ? fields.custom_occupation_type.trim() || null
      : parseCustomText(fields.occupation_type_id, fields.custom_occupation_type),
  }
}

export const occupationFormFields = {
  business_type_id: z.string(),
  occupation_type_id: z.string(),
  custom_business_type: z.string().check(z.maxLength(255, 'Business type is too long')),
  custom_occupation_type: z.string().check(z.maxLength(255, 'Occupation type is too long')),
}

export const checkOccupationFields = z.superRefine<OccupationFieldValues>((fields, context) => {
  for (const [field, message] of Object.entries(findOccupationErrors(parseOccupationFields(fields))))
    context.addIssue({ code: 'custom', path: [field], message })
})
