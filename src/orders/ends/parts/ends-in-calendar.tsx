/** The secret link with which a calendar program shows when licenses end: made, copied while it is shown, ended. */
import { useMutation } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'

import { useNotMine } from '#accounts/own-hand.tsx'
import { call } from '#platform/call.ts'
import { Refusal } from '#platform/refusal.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { longDate } from '../../dates.ts'
import { endCalendarLink, makeCalendarLink } from '../contract.ts'

import css from './ends-in-calendar.module.css'

/** `made_at`: when there came to be a link; null without one. */
export const EndsInCalendar = ({ made_at }: { made_at: string | null }) => {
  const { url, make, end, copy } = useCalendarLink()
  const not_mine = useNotMine()
  const disabled = not_mine !== undefined
  return (
    <section className={css.part} aria-labelledby="ends-in-calendar">
      <CalendarDays aria-hidden="true" />
      <div className={css.text}>
        <h2 id="ends-in-calendar">Ends in your calendar</h2>
        <p>
          {not_mine ??
            (made_at === null
              ? 'Some licenses end. A secret link shows their last days in your calendar program.'
              : url
                ? 'Subscribe to this link in your calendar program. It is shown this once; keep it to yourself.'
                : `Your link was made on ${longDate(made_at)}. If it is lost, make a new one; the old one stops.`)}
        </p>
      </div>
      <div className={css.acts}>
        {made_at !== null && (
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
            {made_at === null ? 'Make a link' : 'Make a new link'}
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
    mutationFn: () => call(makeCalendarLink, {}),
    onSuccess: async ({ data }) => {
      await revalidate()
      setUrl(data.url)
    },
    onError,
  })
  const end = useMutation({
    mutationFn: () => call(endCalendarLink, {}),
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
