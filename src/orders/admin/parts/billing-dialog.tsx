/** A dialog to correct the billing details of an order that was invoiced. */
import { useForm } from 'react-hook-form'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { BillingCorrectionForm, correctStaffOrderBilling } from '../contract.ts'
import type { StaffOrder } from '../order-contract.ts'

import css from './refund-dialog.module.css'

type BillingDialogProps = { order: StaffOrder; onClose: () => void; onChanged: () => Promise<void> }

const fields = [
  ['company', 'Company'],
  ['contact', 'Contact'],
  ['address', 'Address'],
  ['address2', 'Address line 2'],
  ['postal_code', 'Postal code'],
  ['city', 'City'],
  ['region', 'State or region'],
  ['vat_number', 'VAT number'],
] as const

/** The form is longer than the dialog on small screens. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

export const BillingDialog = ({ order, onClose, onChanged }: BillingDialogProps) => {
  const toast = useToast()
  const { country, ...billing } = order.billing
  const form = useForm({
    resolver: schemaResolver(BillingCorrectionForm),
    defaultValues: { ...billing, vat_number: order.vat_number ?? '', reason: '' },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async body => {
    try {
      await call(correctStaffOrderBilling, { params: { id: String(order.id) }, body })
      await onChanged()
      toast('The billing details are corrected.', { kind: 'success' })
      onClose()
    } catch (error) {
      showRefusal(error, form, [...fields.map(([name]) => name), 'reason'])
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      size="lg"
      title="Correct billing details"
      description={`The buyer gets the corrected document by email. It replaces the earlier one. Amounts, tax and the country (${country}) can’t be changed here.`}
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="billing" kind="primary" size="lg" busy={isSubmitting && 'Correcting…'}>
            Correct
          </Button>
        </>
      }
    >
      <form id="billing" method="post" noValidate onSubmit={submit} className={css.form}>
        <div className={css.fields}>
          {fields.map(([name, label]) => (
            <TextField key={name} label={label} {...form.register(name)} error={errors[name]?.message} />
          ))}
        </div>
        <TextArea
          label="Reason"
          hint="The ticket’s reference, and why. Only staff can see it."
          {...form.register('reason')}
          error={errors.reason?.message}
        />
        {errors.root && (
          <div ref={scrollIntoView}>
            <Banner kind="danger">{errors.root.message}</Banner>
          </div>
        )}
      </form>
    </Dialog>
  )
}
