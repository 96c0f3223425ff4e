/** Business and occupation: put it inside a `<FormProvider>` whose values have these four fields. */
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { useCall } from '#platform/query.ts'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { other, type OccupationFields as Fields } from './occupation.ts'
import { getBusinessType, listBusinessTypes } from './own/profile-contract.ts'

const needsBusiness = 'Please select a business type first'
const needsChoice = 'Please select an occupation type'

export const OccupationFields = () => {
  const { register, control, setValue, formState } = useFormContext<Fields>()
  const { errors } = formState
  const [business, occupation] = useWatch({ control, name: ['business_type_id', 'occupation_type_id'] })
  const businesses = useCall(listBusinessTypes, {}).data?.data ?? []
  const isListed = business !== '' && business !== other
  const detail = useCall(getBusinessType, { params: { id: business } }, { enabled: isListed }).data?.data
  const occupations = isListed ? (detail?.occupations ?? []) : []

  // A value may be known before its options are: the browser shows it once they are there.
  useEffect(() => {
    if (businesses.length > 0) setValue('business_type_id', business)
  }, [businesses.length, business, setValue])
  useEffect(() => {
    if (occupations.length > 0) setValue('occupation_type_id', occupation)
  }, [occupations.length, occupation, setValue])

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
        <option value={other}>Other</option>
      </SelectField>
      {business === other && (
        <TextField
          label="Your business type"
          {...register('custom_business_type')}
          error={errors.custom_business_type?.message}
        />
      )}
      {business === other ? (
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
          <option value="">{business === '' ? needsBusiness : needsChoice}</option>
          {occupations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {occupations.length > 0 && <option value={other}>Other</option>}
        </SelectField>
      )}
      {isListed && occupation === other && (
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
