/** Adds keywords to clips, for a search that finds nothing. The clips come from a search or are named by number. Load it lazily. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'

import { changeStaffClips, listStaffClips } from '#catalog/admin/contract.ts'
import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { listClips, type Picture } from '#catalog/contract.ts'
import { splitKeywords } from '#catalog/keyword-text.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { parseClipNumbers } from './clip-numbers.ts'

import css from './term-dialogs.module.css'

/** What one request changes at most. */
const MAX_CLIPS = 200
const MAX_LISTED = '60'

type ClipResult = { id: number; name: string; filmmaker: string; thumbs: readonly Picture[] }

/** Returns the best published clips of a search, or the clips with some numbers, in any state. */
const findClips = async (text: string): Promise<ClipResult[]> => {
  const numbers = parseClipNumbers(text)
  if (numbers.length > 0) {
    const lists = await Promise.all(numbers.map(n => call(listStaffClips, { query: { search: String(n) } })))
    return lists.flatMap(({ data }, i) => data.filter(({ id }) => id === numbers[i]))
  }
  const { data } = await call(listClips, { query: { q: text, per_page: MAX_LISTED } })
  return data.map(({ id, name, collection, movie }) => ({
    id,
    name,
    filmmaker: collection.data.filmmaker.data.name,
    thumbs: movie.public_paths.thumbs,
  }))
}

const KeywordFields = z.object({ add_keywords: z.string().check(z.minLength(1, 'Enter a keyword.')) })

export default function KeywordDialog({ term, onClose }: { term: string; onClose: () => void }) {
  const formId = useId()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [text, setText] = useState(term)
  const [searched, setSearched] = useState(term)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const search = useQuery({ queryKey: ['keyword-dialog', searched], queryFn: () => findClips(searched) })
  const form = useForm({ resolver: schemaResolver(KeywordFields), defaultValues: { add_keywords: term } })
  const { errors, isSubmitting } = form.formState
  const listed = search.data ?? []
  const isFull = chosen.size >= MAX_CLIPS
  const toggle = (id: number) =>
    setChosen(ids => new Set(ids.has(id) ? [...ids].filter(other => other !== id) : [...ids, id]))
  const count = chosen.size === 1 ? '1 clip' : `${chosen.size} clips`

  const save = form.handleSubmit(async ({ add_keywords }) => {
    if (chosen.size === 0) return form.setError('root', { message: 'Choose the clips that get it.' })
    const keywords = splitKeywords(add_keywords)
    try {
      const { data } = await call(changeStaffClips, { body: { clip_ids: [...chosen], add_keywords: keywords } })
      toast(
        data.changed === 0
          ? 'These clips had it already.'
          : `“${keywords.join('”, “')}” added to ${data.changed === 1 ? '1 clip' : `${data.changed} clips`}.`,
        { kind: 'success' },
      )
      onClose()
      await revalidate()
    } catch (error) {
      showRefusal(error, form, ['add_keywords'])
    }
  })

  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      size="lg"
      title="Add a keyword to clips"
      description={`Searches for “${term}” then find them. The audit log of each clip keeps it.`}
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} kind="primary" size="lg" busy={isSubmitting && 'Adding…'}>
            {chosen.size === 0 ? 'Add to clips' : `Add to ${count}`}
          </Button>
        </>
      }
    >
      <div className={css.body}>
        <form id={formId} method="post" noValidate onSubmit={save} className={css.fields}>
          <TextField
            dense
            label="Keyword"
            hint="Separate several with commas."
            maxLength={200}
            {...form.register('add_keywords')}
            error={errors.add_keywords?.message}
          />
          {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        </form>
        <form
          role="search"
          className={css.find}
          onSubmit={event => {
            event.preventDefault()
            setSearched(text.trim())
          }}
        >
          <TextField
            dense
            label="Find clips"
            hint="By words, or by number: 17, 23, 40."
            maxLength={200}
            value={text}
            onChange={event => setText(event.target.value)}
          />
          <Button type="submit">Find</Button>
        </form>
        <ClipResults
          {...{ clips: listed, chosen, isFull, toggle }}
          state={search.isPending ? 'loading' : search.isError ? 'failed' : 'done'}
        />
        <p className={css.chosen}>
          <span role="status">{chosen.size === 0 ? 'No clips chosen.' : `${count} chosen.`}</span>
          {isFull && <span>That is the most at one time.</span>}
          {listed.some(({ id }) => !chosen.has(id)) && !isFull && (
            <Button
              size="sm"
              kind="quiet"
              onClick={() => setChosen(new Set([...chosen, ...listed.map(({ id }) => id)].slice(0, MAX_CLIPS)))}
            >
              Choose all {listed.length}
            </Button>
          )}
          {chosen.size > 0 && (
            <Button size="sm" kind="quiet" onClick={() => setChosen(new Set())}>
              Choose none
            </Button>
          )}
        </p>
      </div>
    </Dialog>
  )
}

type ClipResultsProps = {
  clips: readonly ClipResult[]
  chosen: ReadonlySet<number>
  isFull: boolean
  state: 'loading' | 'failed' | 'done'
  toggle: (id: number) => void
}

const ClipResults = ({ clips, chosen, isFull, state, toggle }: ClipResultsProps) => {
  if (state === 'failed') return <Banner kind="danger">The clips couldn’t be loaded. Please search again.</Banner>
  if (state === 'loading') return <p className={css.none}>Searching…</p>
  if (clips.length === 0) return <p className={css.none}>No clip matches. Search for what the clips show.</p>
  return (
    <ul className={css.list} aria-label="Clips">
      {clips.map(({ id, name, filmmaker, thumbs }) => (
        <li key={id}>
          <Checkbox checked={chosen.has(id)} disabled={isFull && !chosen.has(id)} onChange={() => toggle(id)}>
            <span className={css.clip}>
              <span className={css.picture}>
                <ClipThumb thumbs={thumbs} sizes="72px" />
              </span>
              <span>
                {name}
                <span className={css.under}>
                  Clip {id}, {filmmaker}
                </span>
              </span>
            </span>
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}
