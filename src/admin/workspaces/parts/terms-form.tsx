/** On which terms a workspace buys. Its team finds each change in the workspace's log. */
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { requiredText } from '#platform/text.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { sentForApproval } from '../../approvals/sent-for-approval.ts'
import { amountError, amountHint, centsOf, dollarsIn } from '../../parts/amount.ts'
import { changeStaffWorkspace, type WorkspaceFacts } from '../contract.ts'

import desk from '../../parts/desk.module.css'

const Fields = z.object({
  has_self_invoicing: z.boolean(),
  credit_limit_cents: z
    .string()
    .check(z.refine(text => centsOf(text) !== null, { error: ({ input }) => amountError(String(input)) })),
  net_payment_term_days: z.string().check(z.trim(), z.regex(/^\d{1,3}$/, 'The net term is a whole number of days.')),
  is_trusted: z.boolean(),
  reason: requiredText('Reason', 500, 'The reason is too long.'),
})
const names = ['has_self_invoicing', 'credit_limit_cents', 'net_payment_term_days', 'is_trusted', 'reason'] as const

type Props = { workspace: WorkspaceFacts; onSaved: () => Promise<void> }

export const TermsForm = ({ workspace, onSaved }: Props) => {
  const toast = useToast()
  const form = useForm({
    resolver: checkedBy(Fields),
    defaultValues: {
      has_self_invoicing: workspace.has_self_invoicing,
      credit_limit_cents: dollarsIn(workspace.credit_limit.unformatted),
      net_payment_term_days: String(workspace.net_payment_term_days),
      is_trusted: workspace.is_trusted,
      reason: '',
    },
  })
  const { register, handleSubmit, formState, control } = form
  const limit = useWatch({ control, name: 'credit_limit_cents' })
  const { errors, isSubmitting } = formState
  const save = handleSubmit(async ({ credit_limit_cents, net_payment_term_days, ...rest }) => {
    const body = {
      ...rest,
      credit_limit_cents: centsOf(credit_limit_cents) ?? 0,
      net_payment_term_days: Number(net_payment_term_days),
    }
    try {
      await call(changeStaffWorkspace, { params: { id: String(workspace.id) }, body })
      await onSaved()
      toast(`The terms of ${workspace.name} are changed.`, { kind: 'success' })
    } catch (error) {
      const waits = sentForApproval(error)
      if (waits === undefined) return showRefusal(error, form, names)
      await onSaved()
      toast(waits, { kind: 'info' })
    }
  })
  return (
    <form className={desk.form} method="post" noValidate onSubmit={save}>
      <Checkbox {...register('has_self_invoicing')} error={errors.has_self_invoicing?.message}>
        Buys on account
      </Checkbox>
      <div className={desk.fields}>
        <TextField
          dense
          label="Credit limit, in dollars"
          inputMode="decimal"
          {...register('credit_limit_cents')}
          hint={amountHint(limit)}
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
        Trusted for bank debits: downloads open before the money has come
      </Checkbox>
      <TextArea
        label="Reason"
        hint="Stays in our log. The team reads that the terms changed, not why."
        rows={2}
        {...register('reason')}
        error={errors.reason?.message}
      />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <p className={desk.end}>
        <Button type="submit" kind="primary" busy={isSubmitting && 'Saving…'}>
          Save the terms
        </Button>
      </p>
    </form>
  )
}
