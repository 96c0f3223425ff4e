/** Synonyms: all of them on the left, one or a new one on the right. */
import { Languages } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useRevalidator, useSearchParams } from 'react-router'
import * as z from 'zod/mini'

import { keywordsIn } from '#catalog/keyword-words.ts'
import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { roomQuery } from '../../parts/room-query.ts'
import { Room } from '../../parts/room.tsx'
import { dropSynonym, listSynonyms, saveSynonym, type Synonym } from '../contract.ts'
import type { Route } from './+types/synonyms'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'
import room from '../../parts/room.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Synonyms', noindex: true })

/** The word that is chosen may stand on another page of the list. */
export const loader = async (args: Route.LoaderArgs) => {
  const said = args.url.searchParams.get('said')?.slice(0, 200)
  const [list, chosen] = await Promise.all([
    pageCall(args, listSynonyms, { query: roomQuery(args.url.searchParams) }),
    said ? pageCall(args, listSynonyms, { query: { said } }) : undefined,
  ])
  return { list, chosen: chosen?.data[0] }
}

export default function Synonyms({ loaderData: { list, chosen } }: Route.ComponentProps) {
  const { data: synonyms, meta } = list
  const [asked] = useSearchParams()
  const said = asked.get('said')
  const to = (said: string) => {
    const query = new URLSearchParams(asked)
    query.set('said', said)
    return { pathname: '/admin/synonyms', search: query.toString() }
  }
  return (
    <Room
      path="/admin/synonyms"
      icon={Languages}
      one="word"
      many="words"
      looks="What is said or meant"
      search={roomQuery(asked).search}
      pagination={meta.pagination}
      none="No word has a synonym yet."
      begin={to('')}
      hint="Each goes one way, from what is said."
      isChosen={said !== null}
      rows={synonyms.map(one => (
        <li key={one.said}>
          <Link
            to={to(one.said)}
            className={room.row}
            aria-current={one.said === said ? 'page' : undefined}
            preventScrollReset
          >
            <span className={room.name}>{one.said}</span>
            <span />
            <span className={room.under}>{one.also.join(', ')}</span>
          </Link>
        </li>
      ))}
    >
      {said !== null && <SynonymForm key={said} synonym={chosen} said={said} />}
    </Room>
  )
}

const Fields = z.object({ said: z.string(), also: z.string() })

const SynonymForm = ({ synonym, said }: { synonym: Synonym | undefined; said: string }) => {
  const [, setAsked] = useSearchParams()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [isDropping, setDropping] = useState(false)
  const form = useForm({
    resolver: checkedBy(Fields),
    defaultValues: { said: synonym?.said ?? said, also: synonym?.also.join(', ') ?? '' },
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const leave = (next: string | null) =>
    setAsked(before => {
      const query = new URLSearchParams(before)
      if (next === null) query.delete('said')
      else query.set('said', next)
      return query
    })
  const save = handleSubmit(async fields => {
    try {
      const { data } = await call(saveSynonym, { body: { said: fields.said, also: keywordsIn(fields.also) } })
      await revalidate()
      toast(`Whoever says “${data.said}” finds them from now on.`, { kind: 'success' })
      leave(data.said)
    } catch (error) {
      showRefusal(error, form, ['said', 'also'])
    }
  })
  const drop = async () => {
    setDropping(true)
    try {
      await call(dropSynonym, { body: { said: synonym?.said ?? said } })
      toast(`“${said}” means itself alone.`, { kind: 'success' })
      leave(null)
    } catch (error) {
      toast(firstText(error, 'Something went wrong.'), { kind: 'danger' })
      setDropping(false)
    }
  }
  return (
    <article className={page.person}>
      <Button kind="quiet" size="sm" className={page.back} onClick={() => leave(null)}>
        Synonyms
      </Button>
      <header className={page.head}>
        <h1>{synonym ? synonym.said : 'A new synonym'}</h1>
      </header>
      <form method="post" noValidate onSubmit={save} className={desk.form}>
        <TextField
          dense
          label="Who says"
          maxLength={60}
          readOnly={synonym !== undefined}
          {...register('said')}
          error={errors.said?.message}
        />
        <TextArea
          label="Also finds"
          rows={3}
          hint="Words and phrases, with commas between. It goes one way: what should go both ways is a word of its own."
          {...register('also')}
          error={errors.also?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <p className={desk.end}>
          <Button type="submit" kind="primary" busy={isSubmitting && 'Saving…'}>
            Save
          </Button>
          {synonym && (
            <Button kind="danger" busy={isDropping && 'Removing…'} onClick={() => void drop()}>
              Remove
            </Button>
          )}
        </p>
      </form>
    </article>
  )
}
