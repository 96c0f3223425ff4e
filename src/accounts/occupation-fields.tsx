/** The fields for business and occupation. Use it inside a `<FormProvider>` whose values have these four fields. */
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { useCall } from '#platform/http/query.ts'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { OTHER_OPTION, type OccupationFieldValues as Fields } from './occupation.ts'
import { getBusinessType, listBusinessTypes } from './own/profile-contract.ts'

const BUSINESS_FIRST_TEXT = 'Please select a business type first'
const CHOOSE_OCCUPATION_TEXT = 'Please select an occupation type'

export const OccupationFields = () => {
  const { register, control, setValue, formState } = useFormContext<Fields>()
  const { errors } = formState
  const [businessId, occupationId] = useWatch({ control, name: ['business_type_id', 'occupation_type_id'] })
  const businesses = useCall(listBusinessTypes, {}).data?.data ?? []
  const isListed = businessId !== '' && businessId !== OTHER_OPTION
  const businessType = useCall(getBusinessType, { params: { id: businessId } }, { enabled: isListed }).data?.data
  const occupations = isListed ? (businessType?.occupations ?? []) : []

  // The value may load before its options. Setting it again selects the option.
  useEffect(() => {
    if (businesses.length > 0) setValue('business_type_id', businessId)
  }, [businesses.length, businessId, setValue])
  useEffect(() => {
    if (occupations.length > 0) setValue('occupation_type_id', occupationId)
  }, [occupations.length, occupationId, setValue])

  return (
    <>
      <SelectField
        label="Business type"
        {...register('business_type_id', {
          onChange: () => {
            setValue('occupation_type_id', '')
            setValue('custom_occupation_type', '')
          },
        })}
        error={errors.business_type_id?.message}
      >
        <option value="">Select a business type</option>
        {businesses.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={OTHER_OPTION}>Other</option>
      </SelectField>
      {businessId === OTHER_OPTION && (
        <TextField
          label="Your business type"
          {...register('custom_business_type')}
          error={errors.custom_business_type?.message}
        />
      )}
      {businessId === OTHER_OPTION ? (
        <TextField
          label="Your occupation"
          optional
          autoComplete="organization-title"
          {...register('custom_occupation_type')}
          error={errors.custom_occupation_type?.message}
        />
      ) : (
        <SelectField
          label="Occupation type"
          disabled={occupations.length === 0}
          {...register('occupation_type_id')}
          error={errors.occupation_type_id?.message}
        >
          <option value="">{businessId === '' ? BUSINESS_FIRST_TEXT : CHOOSE_OCCUPATION_TEXT}</option>
          {occupations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {occupations.length > 0 && <option value={OTHER_OPTION}>Other</option>}
        </SelectField>
      )}
      {isListed && occupationId === OTHER_OPTION && (
        <TextField
          label="Your occupation type"
          autoComplete="organization-title"
          {...register('custom_occupation_type')}
          error={errors.custom_occupation_type?.message}
        />
      )}
    </>
  )
}
