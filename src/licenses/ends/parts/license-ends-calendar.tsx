/** The secret calendar link of license ends: created, copied while it is shown, deleted. */
import { useMutation } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'

import { useMasqueradeNotice } from '#accounts/masquerade-guard.tsx'
import { formatLongDate } from '#orders/dates.ts'
import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { deleteCalendarLink, createCalendarLink } from '../contract.ts'

import css from './license-ends-calendar.module.css'

/** `created_at` is when the link was created; null without one. */
export const LicenseEndsCalendar = ({ created_at }: { created_at: string | null }) => {
  const { url, make, end, copy } = useCalendarLink()
  const disabledReason = useMasqueradeNotice()
  const disabled = disabledReason !== undefined
  return (
    <section className={css.part} aria-labelledby="ends-in-calendar">
      <CalendarDays aria-hidden="true" />
      <div className={css.text}>
        <h2 id="ends-in-calendar">Ends in your calendar</h2>
        <p>
          {disabledReason ??
            (created_at === null
              ? 'Some licenses end. A secret link shows their last days in your calendar program.'
              : url
                ? 'Subscribe to this link in your calendar program. It is shown this once; keep it to yourself.'
                : `Your link was made on ${formatLongDate(created_at)}. If it is lost, make a new one; the old one stops.`)}
        </p>
      </div>
      <div className={css.acts}>
        {created_at !== null && (
          <Button kind="quiet" disabled={disabled} busy={end.isPending && 'Ending…'} onClick={() => end.mutate()}>
            End the link
          </Button>
        )}
        {url ? (
          <Button kind="primary" onClick={() => void copy(url)}>
            Copy link
          </Button>
        ) : (
          <Button disabled={disabled} busy={make.isPending && 'Making…'} onClick={() => make.mutate()}>
            {created_at === null ? 'Make a link' : 'Make a new link'}
          </Button>
        )}
      </div>
      {url && (
        <div className={css.link}>
          <TextField label="Calendar link" labelHidden readOnly value={url} onFocus={({ target }) => target.select()} />
        </div>
      )}
    </section>
  )
}

const useCalendarLink = () => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [url, setUrl] = useState<string>()
  const onError = (error: unknown) =>
    toast(error instanceof Refusal ? error.message : 'Something went wrong. Please try again.', { kind: 'danger' })
  const make = useMutation({
    mutationFn: () => call(createCalendarLink, {}),
    onSuccess: async ({ data }) => {
      await revalidate()
      setUrl(data.url)
    },
    onError,
  })
  const end = useMutation({
    mutationFn: () => call(deleteCalendarLink, {}),
    onSuccess: async () => {
      setUrl(undefined)
      await revalidate()
      toast('The link has ended.', { kind: 'success' })
    },
    onError,
  })
  const copy = async (link: string) => {
    try {
      await navigator.clipboard.writeText(link)
      toast('Link copied.', { kind: 'success' })
    } catch {
      toast('Your browser did not let us copy. Please copy the link from the field.', { kind: 'danger' })
    }
  }
  return { url, make, end, copy }
}
