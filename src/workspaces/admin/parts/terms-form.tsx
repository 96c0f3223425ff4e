/** The form of a workspace's terms. Each change appears in the workspace's audit log. */
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { getApprovalMessage } from '#approvals/admin/sent-for-approval.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { requiredText } from '#platform/text.ts'
import { amountError, amountHint, parseCents, toDollarsText } from '#ui/admin/amount.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { changeStaffWorkspace, type StaffWorkspaceDetail } from '../contract.ts'

import adminPage from '#ui/admin/admin-page.module.css'

const TermsFields = z.object({
  has_self_invoicing: z.boolean(),
  credit_limit_cents: z
    .string()
    .check(z.refine(text => parseCents(text) !== null, { error: ({ input }) => amountError(String(input)) })),
  net_payment_term_days: z
    .string()
    .check(z.trim(), z.regex(/^\d{1,3}$/, 'The net term must be a whole number of days.')),
  is_trusted: z.boolean(),
  reason: requiredText('Reason', 500, 'The reason is too long.'),
})
const FIELD_NAMES = [
  'has_self_invoicing',
  'credit_limit_cents',
  'net_payment_term_days',
  'is_trusted',
  'reason',
] as const

type TermsFormProps = { workspace: StaffWorkspaceDetail; onSaved: () => Promise<void> }

export const TermsForm = ({ workspace, onSaved }: TermsFormProps) => {
  const toast = useToast()
  const form = useForm({
    resolver: schemaResolver(TermsFields),
    defaultValues: {
      has_self_invoicing: workspace.has_self_invoicing,
      credit_limit_cents: toDollarsText(workspace.credit_limit.unformatted),
      net_payment_term_days: String(workspace.net_payment_term_days),
      is_trusted: workspace.is_trusted,
      reason: '',
    },
  })
  const { register, handleSubmit, formState, control } = form
  const creditLimit = useWatch({ control, name: 'credit_limit_cents' })
  const { errors, isSubmitting } = formState
  const save = handleSubmit(async ({ credit_limit_cents, net_payment_term_days, ...fields }) => {
    const body = {
      ...fields,
      credit_limit_cents: parseCents(credit_limit_cents) ?? 0,
      net_payment_term_days: Number(net_payment_term_days),
    }
    try {
      await call(changeStaffWorkspace, { params: { id: String(workspace.id) }, body })
      await onSaved()
      toast(`Terms of ${workspace.name} saved.`, { kind: 'success' })
    } catch (error) {
      const approvalMessage = getApprovalMessage(error)
      if (approvalMessage === undefined) return showRefusal(error, form, FIELD_NAMES)
      await onSaved()
      toast(approvalMessage, { kind: 'info' })
    }
  })
  return (
    <form className={adminPage.form} method="post" noValidate onSubmit={save}>
      <Checkbox {...register('has_self_invoicing')} error={errors.has_self_invoicing?.message}>
        Buys on account
      </Checkbox>
      <div className={adminPage.fields}>
        <TextField
          dense
          label="Credit limit, in dollars"
          inputMode="decimal"
          {...register('credit_limit_cents')}
          hint={amountHint(creditLimit)}
          error={errors.credit_limit_cents?.message}
        />
        <TextField
          dense
          label="Net term, in days"
          inputMode="numeric"
          {...register('net_payment_term_days')}
          error={errors.net_payment_term_days?.message}
        />
      </div>
      <Checkbox {...register('is_trusted')} error={errors.is_trusted?.message}>
        Trusted for bank debits: downloads open before the payment arrives
      </Checkbox>
      <TextArea
        label="Reason"
        hint="For the audit log. The workspace’s members see that the terms changed, but not the reason."
        rows={2}
        {...register('reason')}
        error={errors.reason?.message}
      />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <p className={adminPage.end}>
        <Button type="submit" kind="primary" busy={isSubmitting && 'Saving…'}>
          Save terms
        </Button>
      </p>
    </form>
  )
}
