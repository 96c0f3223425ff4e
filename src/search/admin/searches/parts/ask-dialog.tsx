/** Asks filmmakers for footage that buyers look for. Load it lazily. */
import { useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'

import {
  MAX_NOTE_LENGTH,
  MAX_REQUESTS_PER_WEEK,
  MAX_SUBJECT_LENGTH,
  requestFootage,
} from '#ingest/requests/contract.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { requiredText } from '#platform/text.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { RadioCard, RadioCards } from '#ui/radio-cards.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import css from './term-dialogs.module.css'

type AskDialogProps = {
  term: string
  /** The filmmakers with an account, and how many requests each got in the last seven days. */
  filmmakers: readonly { id: number; name: string; recent: number }[]
  onClose: () => void
}

const AskFields = z.object({
  subject: requiredText('What buyers look for', MAX_SUBJECT_LENGTH),
  note: z.string(),
  to: z.enum(['all', 'some']),
})

const formatCount = (count: number) => (count === 1 ? '1 filmmaker' : `${count} filmmakers`)

export default function AskDialog({ term, filmmakers, onClose }: AskDialogProps) {
  const formId = useId()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const form = useForm({
    resolver: schemaResolver(AskFields),
    defaultValues: { subject: term.slice(0, MAX_SUBJECT_LENGTH), note: '', to: 'all' as const },
  })
  const { register, formState, control, setError } = form
  const { errors, isSubmitting } = formState
  const isForAll = useWatch({ control, name: 'to' }) === 'all'
  const available = filmmakers.filter(({ recent }) => recent < MAX_REQUESTS_PER_WEEK).length
  const count = isForAll ? available : chosen.length
  const toggle = (id: number) => setChosen(ids => (ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id]))
  const send = form.handleSubmit(async ({ subject, note, to }) => {
    if (to === 'some' && chosen.length === 0) return setError('root', { message: 'Choose at least one filmmaker.' })
    try {
      await call(requestFootage, { body: { subject, note, ...(to === 'some' && { filmmaker_ids: [...chosen] }) } })
      toast(`${formatCount(count)} asked for “${subject}”.`, { kind: 'success' })
      onClose()
      await revalidate()
    } catch (error) {
      showRefusal(error, form, ['subject', 'note'])
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      title="Ask filmmakers"
      description="They get a mail or an item in their digest, and see it beside their uploads until you close it."
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            kind="primary"
            size="lg"
            busy={isSubmitting && 'Sending…'}
            disabled={available === 0}
          >
            {count === 0 ? 'Ask filmmakers' : `Ask ${formatCount(count)}`}
          </Button>
        </>
      }
    >
      <form id={formId} method="post" noValidate onSubmit={send} className={css.body}>
        <TextField
          dense
          label="Buyers look for"
          maxLength={MAX_SUBJECT_LENGTH}
          {...register('subject')}
          error={errors.subject?.message}
        />
        <TextArea
          label="Note"
          optional
          hint="What helps to shoot it: seasons, places, light, people."
          maxLength={MAX_NOTE_LENGTH}
          {...register('note')}
          error={errors.note?.message}
        />
        {filmmakers.length === 0 ? (
          <Banner>No filmmaker has an account yet. Link a person to a filmmaker first.</Banner>
        ) : (
          <RadioCards legend="Who is asked" columns={2}>
            <RadioCard
              value="all"
              {...register('to')}
              title="All"
              text={
                available < filmmakers.length
                  ? `${formatCount(available)}: the others already got ${MAX_REQUESTS_PER_WEEK} requests this week`
                  : formatCount(available)
              }
            />
            <RadioCard value="some" {...register('to')} title="Some" text="Choose them below" />
          </RadioCards>
        )}
        {!isForAll && (
          <ul className={css.list} aria-label="Filmmakers">
            {filmmakers.map(({ id, name, recent }) => (
              <li key={id}>
                <Checkbox
                  checked={chosen.includes(id)}
                  disabled={recent >= MAX_REQUESTS_PER_WEEK}
                  onChange={() => toggle(id)}
                >
                  {name}
                  {recent > 0 && (
                    <span className={css.under}>
                      {recent} of {MAX_REQUESTS_PER_WEEK} requests in the last 7 days
                    </span>
                  )}
                </Checkbox>
              </li>
            ))}
          </ul>
        )}
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
