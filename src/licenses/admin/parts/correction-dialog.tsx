/** A dialog with the fields of an imported license that staff can correct. */
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'

import {
  BUYOUT_DISTRIBUTION_ID,
  distributionName,
  distributions,
  endClientSizes,
  orgTypeIds,
  orgTypes,
} from '#licensing/terms.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { requiredText } from '#platform/text.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FieldNote } from '#ui/field.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { correctImportedLicense, type ImportedLicense } from '../contract.ts'

import adminPage from '#ui/admin/admin-page.module.css'

const uses = [...distributions.map(({ id }) => id), BUYOUT_DISTRIBUTION_ID]

/** Fields of the form are texts; the endpoint checks their content. */
const Fields = z.object({
  order: z.string(),
  org_type: z.enum(orgTypeIds),
  end_client_size: z.string(),
  distribution_ids: z.array(z.string()).check(z.minLength(1, 'Choose at least one use')),
  ends_on: z.string(),
  territory: z.string(),
  company: z.string(),
  client_name: z.string(),
  project_name: z.string(),
  reason: requiredText('Reason', 500, 'The reason is too long.'),
})
const FIELD_NAMES = Object.keys(Fields.shape) as (keyof z.infer<typeof Fields>)[]

type CorrectionDialogProps = { license: ImportedLicense; onClose: () => void; onSaved: () => Promise<void> }

export const CorrectionDialog = ({ license: { id, clip, fields }, onClose, onSaved }: CorrectionDialogProps) => {
  const toast = useToast()
  const form = useForm({
    resolver: schemaResolver(Fields),
    defaultValues: {
      ...fields,
      end_client_size: String(fields.end_client_size),
      distribution_ids: fields.distribution_ids.map(String),
      ends_on: fields.ends_on ?? '',
      reason: '',
    },
  })
  const { register } = form
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async values => {
    const body = {
      ...values,
      end_client_size: Number(values.end_client_size),
      distribution_ids: values.distribution_ids.map(Number),
      ends_on: values.ends_on || null,
    }
    try {
      await call(correctImportedLicense, { params: { id: String(id) }, body })
      await onSaved()
      toast('The license is corrected.', { kind: 'success' })
      onClose()
    } catch (error) {
      showRefusal(error, form, FIELD_NAMES)
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      size="lg"
      title={`Correct the license of ${clip.name}`}
      description="It applies at once. The certificate is issued again, and the link of the old one no longer verifies."
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="correction" kind="primary" size="lg" busy={isSubmitting && 'Saving…'}>
            Correct the license
          </Button>
        </>
      }
    >
      <form id="correction" method="post" noValidate onSubmit={submit} className={adminPage.form}>
        <fieldset
          className={adminPage.checks}
          aria-describedby={errors.distribution_ids ? 'correction-uses' : undefined}
        >
          <legend>Uses</legend>
          {uses.map(use => (
            <Checkbox key={use} value={String(use)} {...register('distribution_ids')}>
              {distributionName(use)}
            </Checkbox>
          ))}
        </fieldset>
        {errors.distribution_ids && <FieldNote id="correction-uses" error={errors.distribution_ids.message} />}
        <div className={adminPage.fields}>
          <SelectField label="For" {...register('org_type')} error={errors.org_type?.message}>
            {orgTypeIds.map(type => (
              <option key={type} value={type}>
                {orgTypes[type].name}
              </option>
            ))}
          </SelectField>
          <SelectField label="End client" {...register('end_client_size')} error={errors.end_client_size?.message}>
            {endClientSizes.map(({ id: size, people }) => (
              <option key={size} value={String(size)}>
                {people}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Ends on"
            optional
            type="date"
            hint="The license ends at the start of this day (UTC)."
            {...register('ends_on')}
            error={errors.ends_on?.message}
          />
          <TextField
            label="Territory"
            optional
            hint="Leave empty for worldwide."
            {...register('territory')}
            error={errors.territory?.message}
          />
          <TextField label="Order" {...register('order')} error={errors.order?.message} />
          <TextField label="Company" optional {...register('company')} error={errors.company?.message} />
          <TextField label="Client name" optional {...register('client_name')} error={errors.client_name?.message} />
          <TextField label="Project name" optional {...register('project_name')} error={errors.project_name?.message} />
        </div>
        <TextArea
          label="Reason"
          hint="For the audit log. The workspace’s members see that we corrected a license, but not the reason."
          rows={2}
          {...register('reason')}
          error={errors.reason?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
