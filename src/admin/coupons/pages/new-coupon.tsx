/** A new coupon. What people hold is never edited: one that was wrong is ended, and another made. */
import { ArrowLeft } from 'lucide-react'
import { useForm, useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import * as z from 'zod/mini'

import { coupon_kinds, tidyCode } from '#coupons/coupon.ts'
import { formats } from '#licensing/terms.ts'
import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { pageMeta } from '#platform/page.ts'
import { requiredText } from '#platform/text.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { sentForApproval } from '../../approvals/sent-for-approval.ts'
import { amountError, amountHint, centsOf } from '../../parts/amount.ts'
import { pastedClips } from '../../quotes/pasted.ts'
import { makeCoupon } from '../contract.ts'
import type { Route } from './+types/new-coupon'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'New coupon', noindex: true })

export const loader = () => ({ today: new Date().toISOString().slice(0, 10) })

const limit = z.string().check(z.trim(), z.regex(/^([1-9]\d{0,5})?$/, 'A limit is a whole number above 0, or none.'))
const Fields = z.object({
  has_word: z.boolean(),
  code: z.string(),
  kind: z.enum(coupon_kinds),
  value: z.string(),
  starts_at: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'Choose the first day.')),
  ends_at: z.string(),
  minimum_cents: z.string().check(
    z.refine(text => text.trim() === '' || centsOf(text) !== null, {
      error: ({ input }) => amountError(String(input)),
    }),
  ),
  total_limit: limit,
  workspace_limit: limit,
  clip_ids: z.string(),
  format_ids: z.array(z.string()),
  reason: requiredText('Reason', 500, 'The reason is too long.'),
})
const names = [
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

const kinds = { percent: 'Percent of the clips', fixed: 'An amount', free_clips: 'Free clips, the cheapest first' }
const values = { percent: 'Percent', fixed: 'Amount, in dollars', free_clips: 'How many clips' }
const day_ms = 86_400_000
const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text))

/** Percent and clips are whole numbers, an amount is cents; NaN is refused in words by the shop. */
const valueOf = (kind: keyof typeof values, text: string): number =>
  kind === 'fixed' ? (centsOf(text) ?? 0) : /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0

export default function NewCoupon({ loaderData: { today } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const form = useForm({
    resolver: checkedBy(Fields),
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
  const [hasWord, kind, code, value, minimum] = useWatch({
    control,
    name: ['has_word', 'kind', 'code', 'value', 'minimum_cents'],
  })
  const save = handleSubmit(async fields => {
    const { ids, words } = pastedClips(fields.clip_ids)
    if (words !== '') return form.setError('clip_ids', { message: 'Clips by number, or pasted addresses.' })
    if (fields.kind === 'fixed' && centsOf(fields.value) === null)
      return form.setError('value', { message: amountError(fields.value) })
    const body = {
      ...(fields.has_word && { code: fields.code }),
      kind: fields.kind,
      value: valueOf(fields.kind, fields.value),
      starts_at: new Date(`${fields.starts_at}T00:00:00Z`).toISOString(),
      // The last day is a part of it.
      ends_at:
        fields.ends_at === '' ? null : new Date(Date.parse(`${fields.ends_at}T00:00:00Z`) + day_ms).toISOString(),
      minimum_cents: centsOf(fields.minimum_cents) ?? 0,
      total_limit: numberOrNull(fields.total_limit),
      workspace_limit: numberOrNull(fields.workspace_limit),
      clip_ids: ids.length === 0 ? null : ids,
      format_ids: fields.format_ids.length === 0 ? null : fields.format_ids.map(Number),
      reason: fields.reason,
    }
    try {
      const { data } = await call(makeCoupon, { body })
      toast(`${data.code} is made: ${data.text}.`, { kind: 'success' })
      await navigate(`/admin/coupons/${data.id}`)
    } catch (error) {
      const waits = sentForApproval(error)
      if (waits === undefined) return showRefusal(error, form, names)
      toast(waits, { kind: 'info' })
      await navigate('/admin/approvals')
    }
  })
  const field = (name: Exclude<(typeof names)[number], 'format_ids' | 'kind'>) => ({
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
        <p className="mono">{hasWord ? tidyCode(code) : 'Random code'}</p>
      </header>
      <form className={desk.form} method="post" noValidate onSubmit={save}>
        <Checkbox {...register('has_word')}>Choose a word instead of a random code</Checkbox>
        {hasWord && (
          <>
            <Banner title="Words can be guessed">
              Anybody may try them. Give this coupon a last day and a limit of uses, or leave its code random.
            </Banner>
            <TextField label="Code" autoCapitalize="characters" autoComplete="off" maxLength={60} {...field('code')} />
          </>
        )}
        <div className={desk.fields}>
          <SelectField dense label="What it takes off" {...register('kind')} error={errors.kind?.message}>
            {coupon_kinds.map(one => (
              <option key={one} value={one}>
                {kinds[one]}
              </option>
            ))}
          </SelectField>
          <TextField
            label={values[kind]}
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
          <TextField label="Uses, of all" optional inputMode="numeric" {...field('total_limit')} />
          <TextField label="Uses, of each workspace" optional inputMode="numeric" {...field('workspace_limit')} />
          <TextField label="Only for these clips" optional placeholder="Numbers or addresses" {...field('clip_ids')} />
        </div>
        <fieldset className={desk.checks}>
          <legend>Only for these formats</legend>
          {formats.map(({ id, name }) => (
            <Checkbox key={id} value={String(id)} {...register('format_ids')}>
              {name}
            </Checkbox>
          ))}
        </fieldset>
        <TextArea
          label="Reason"
          hint="For our own log."
          rows={2}
          {...register('reason')}
          error={errors.reason?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <p className={desk.end}>
          <Button type="submit" kind="primary" busy={isSubmitting && 'Making…'}>
            Make the coupon
          </Button>
        </p>
      </form>
    </article>
  )
}
