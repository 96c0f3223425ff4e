/** The page of a new coupon. Coupons are never edited: a wrong one is ended and another one created. */

import { ArrowLeft } from 'lucide-react'
import { useForm, useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import * as z from 'zod/mini'

import { getApprovalMessage } from '#approvals/admin/sent-for-approval.ts'
import { formats } from '#licensing/terms.ts'
import { DAY_MS } from '#platform/clock.ts'
import { toDay } from '#platform/day.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { pageMeta } from '#platform/http/page.ts'
import { requiredText } from '#platform/text.ts'
import { parseClips } from '#quotes/admin/parse-clips.ts'
import { amountError, amountHint, parseCents } from '#ui/admin/amount.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { couponKinds, normalizeCode } from '../../coupon.ts'
import { createCoupon } from '../contract.ts'
import type { Route } from './+types/new-coupon'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'New coupon', noindex: true })

export const loader = () => ({ today: toDay(new Date()) })

const limitField = z
  .string()
  .check(z.trim(), z.regex(/^([1-9]\d{0,5})?$/, 'A limit is a whole number above 0, or none.'))
const CouponFormFields = z.object({
  has_word: z.boolean(),
  code: z.string(),
  kind: z.enum(couponKinds),
  value: z.string(),
  starts_at: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'Choose the first day.')),
  ends_at: z.string(),
  minimum_cents: z.string().check(
    z.refine(text => text.trim() === '' || parseCents(text) !== null, {
      error: ({ input }) => amountError(String(input)),
    }),
  ),
  total_limit: limitField,
  workspace_limit: limitField,
  clip_ids: z.string(),
  format_ids: z.array(z.string()),
  reason: requiredText('Reason', 500, 'The reason is too long.'),
})
const fieldNames = [
  'code',
  'kind',
  'value',
  'starts_at',
  'ends_at',
  'minimum_cents',
  'total_limit',
  'workspace_limit',
  'clip_ids',
  'format_ids',
  'reason',
] as const

const kindLabels = {
  percent: 'Percentage of the clips’ price',
  fixed: 'Fixed amount',
  free_clips: 'Free clips, the cheapest first',
}
const valueLabels = { percent: 'Percent', fixed: 'Amount, in dollars', free_clips: 'Number of clips' }
const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text))

/** Percent and clips are whole numbers, amounts are in cents. Invalid input becomes 0, which the API refuses. */
const parseValue = (kind: keyof typeof valueLabels, text: string): number =>
  kind === 'fixed' ? (parseCents(text) ?? 0) : /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0

export default function NewCouponPage({ loaderData: { today } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const form = useForm({
    resolver: schemaResolver(CouponFormFields),
    defaultValues: {
      has_word: false,
      code: '',
      kind: 'percent',
      value: '',
      starts_at: today,
      ends_at: '',
      minimum_cents: '',
      total_limit: '',
      workspace_limit: '',
      clip_ids: '',
      format_ids: [],
      reason: '',
    },
  })
  const { register, handleSubmit, formState, control } = form
  const { errors, isSubmitting } = formState
  const [hasCustomCode, kind, code, value, minimum] = useWatch({
    control,
    name: ['has_word', 'kind', 'code', 'value', 'minimum_cents'],
  })
  const save = handleSubmit(async fields => {
    const { ids, words: otherText } = parseClips(fields.clip_ids)
    if (otherText !== '') return form.setError('clip_ids', { message: 'Enter clip numbers or addresses.' })
    if (fields.kind === 'fixed' && parseCents(fields.value) === null)
      return form.setError('value', { message: amountError(fields.value) })
    const body = {
      ...(fields.has_word && { code: fields.code }),
      kind: fields.kind,
      value: parseValue(fields.kind, fields.value),
      starts_at: new Date(`${fields.starts_at}T00:00:00Z`).toISOString(),
      // The last day is included.
      ends_at:
        fields.ends_at === '' ? null : new Date(Date.parse(`${fields.ends_at}T00:00:00Z`) + DAY_MS).toISOString(),
      minimum_cents: parseCents(fields.minimum_cents) ?? 0,
      total_limit: numberOrNull(fields.total_limit),
      workspace_limit: numberOrNull(fields.workspace_limit),
      clip_ids: ids.length === 0 ? null : ids,
      format_ids: fields.format_ids.length === 0 ? null : fields.format_ids.map(Number),
      reason: fields.reason,
    }
    try {
      const { data } = await call(createCoupon, { body })
      toast(`${data.code} is created: ${data.text}.`, { kind: 'success' })
      await navigate(`/admin/coupons/${data.id}`)
    } catch (error) {
      const approvalMessage = getApprovalMessage(error)
      if (approvalMessage === undefined) return showRefusal(error, form, fieldNames)
      toast(approvalMessage, { kind: 'info' })
      await navigate('/admin/approvals')
    }
  })
  const field = (name: Exclude<(typeof fieldNames)[number], 'format_ids' | 'kind'>) => ({
    dense: true,
    ...register(name),
    error: errors[name]?.message,
  })
  return (
    <article className={page.person}>
      <Link to="/admin/coupons" className={page.back}>
        <ArrowLeft aria-hidden />
        Coupons
      </Link>
      <header className={page.head}>
        <h1>New coupon</h1>
        <p className="mono">{hasCustomCode ? normalizeCode(code) : 'Random code'}</p>
      </header>
      <form className={adminPage.form} method="post" noValidate onSubmit={save}>
        <Checkbox {...register('has_word')}>Choose a code instead of a random one</Checkbox>
        {hasCustomCode && (
          <>
            <Banner title="Chosen codes can be guessed">
              Anyone can try them. Set a last day and a limit on uses, or use a random code.
            </Banner>
            <TextField label="Code" autoCapitalize="characters" autoComplete="off" maxLength={60} {...field('code')} />
          </>
        )}
        <div className={adminPage.fields}>
          <SelectField dense label="Discount type" {...register('kind')} error={errors.kind?.message}>
            {couponKinds.map(couponKind => (
              <option key={couponKind} value={couponKind}>
                {kindLabels[couponKind]}
              </option>
            ))}
          </SelectField>
          <TextField
            label={valueLabels[kind]}
            inputMode="decimal"
            hint={kind === 'fixed' && amountHint(value)}
            {...field('value')}
          />
          <TextField label="First day" type="date" {...field('starts_at')} />
          <TextField label="Last day" optional type="date" {...field('ends_at')} />
          <TextField
            label="Minimum, in dollars"
            optional
            inputMode="decimal"
            hint={amountHint(minimum)}
            {...field('minimum_cents')}
          />
          <TextField label="Total uses" optional inputMode="numeric" {...field('total_limit')} />
          <TextField label="Uses per workspace" optional inputMode="numeric" {...field('workspace_limit')} />
          <TextField label="Only for these clips" optional placeholder="Numbers or addresses" {...field('clip_ids')} />
        </div>
        <fieldset className={adminPage.checks}>
          <legend>Only for these formats</legend>
          {formats.map(({ id, name }) => (
            <Checkbox key={id} value={String(id)} {...register('format_ids')}>
              {name}
            </Checkbox>
          ))}
        </fieldset>
        <TextArea
          label="Reason"
          hint="For the audit log."
          rows={2}
          {...register('reason')}
          error={errors.reason?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <p className={adminPage.end}>
          <Button type="submit" kind="primary" busy={isSubmitting && 'Creating…'}>
            Create coupon
          </Button>
        </p>
      </form>
    </article>
  )
}
