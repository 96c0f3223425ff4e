/** The list of synonyms, and the form to create or change one. */
import { Languages } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useRevalidator, useSearchParams } from 'react-router'
import * as z from 'zod/mini'

import { splitKeywords } from '#catalog/keyword-text.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { listQuery } from '#ui/admin/list-query.ts'
import { AdminListPage } from '#ui/admin/resource-list.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { deleteSynonym, listSynonyms, saveSynonym, synonymKinds, type Synonym, type SynonymKind } from '../contract.ts'
import type { Route } from './+types/synonyms'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import listPage from '#ui/admin/resource-list.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Synonyms', noindex: true })

/** Loads the selected term separately, because it may be on another page of the list. */
export const loader = async (args: Route.LoaderArgs) => {
  const term = args.url.searchParams.get('term')?.slice(0, 200)
  const [list, selected] = await Promise.all([
    callForPage(args, listSynonyms, { query: listQuery(args.url.searchParams) }),
    term ? callForPage(args, listSynonyms, { query: { term } }) : undefined,
  ])
  return { list, selected: selected?.data[0] }
}

export default function Synonyms({ loaderData: { list, selected } }: Route.ComponentProps) {
  const { data: synonyms, meta } = list
  const [params] = useSearchParams()
  const term = params.get('term')
  const termLink = (term: string) => {
    const query = new URLSearchParams(params)
    query.set('term', term)
    return { pathname: '/admin/synonyms', search: query.toString() }
  }
  return (
    <AdminListPage
      path="/admin/synonyms"
      icon={Languages}
      singular="word"
      plural="words"
      searchLabel="Term or synonym"
      search={listQuery(params).search}
      pagination={meta.pagination}
      emptyTitle="No synonyms yet."
      newTo={termLink('')}
      hint="Synonyms work in one direction, from the term to its synonyms."
      isChosen={term !== null}
      rows={synonyms.map(synonym => (
        <li key={synonym.term}>
          <Link
            to={termLink(synonym.term)}
            className={listPage.row}
            aria-current={synonym.term === term ? 'page' : undefined}
            preventScrollReset
          >
            <span className={listPage.name}>{synonym.term}</span>
            <span className={listPage.under}>{synonym.kind === 'concept' ? 'Concept' : ''}</span>
            <span className={listPage.under}>{synonym.alternatives.join(', ')}</span>
          </Link>
        </li>
      ))}
    >
      {term !== null && <SynonymForm key={term} synonym={selected} term={term} />}
    </AdminListPage>
  )
}

const SynonymFields = z.object({ term: z.string(), alternatives: z.string(), kind: z.enum(synonymKinds) })

const kindLabels: Record<SynonymKind, string> = {
  synonym: 'Synonym: another word for the same',
  concept: 'Concept: an idea, and what shows it',
}

const SynonymForm = ({ synonym, term }: { synonym: Synonym | undefined; term: string }) => {
  const [, setParams] = useSearchParams()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [isDeleting, setDeleting] = useState(false)
  const form = useForm({
    resolver: schemaResolver(SynonymFields),
    defaultValues: {
      term: synonym?.term ?? term,
      alternatives: synonym?.alternatives.join(', ') ?? '',
      kind: synonym?.kind ?? 'synonym',
    },
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const selectTerm = (next: string | null) =>
    setParams(previous => {
      const query = new URLSearchParams(previous)
      if (next === null) query.delete('term')
      else query.set('term', next)
      return query
    })
  const save = handleSubmit(async fields => {
    try {
      const { data } = await call(saveSynonym, {
        body: { term: fields.term, alternatives: splitKeywords(fields.alternatives), kind: fields.kind },
      })
      await revalidate()
      toast(`Searches for “${data.term}” now include these synonyms.`, { kind: 'success' })
      selectTerm(data.term)
    } catch (error) {
      showRefusal(error, form, ['term', 'alternatives'])
    }
  })
  const remove = async () => {
    setDeleting(true)
    try {
      await call(deleteSynonym, { body: { term: synonym?.term ?? term } })
      toast(`“${term}” has no synonyms anymore.`, { kind: 'success' })
      selectTerm(null)
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong.'), { kind: 'danger' })
      setDeleting(false)
    }
  }
  return (
    <article className={page.person}>
      <Button kind="quiet" size="sm" className={page.back} onClick={() => selectTerm(null)}>
        Synonyms
      </Button>
      <header className={page.head}>
        <h1>{synonym ? synonym.term : 'New synonym'}</h1>
      </header>
      <form method="post" noValidate onSubmit={save} className={adminPage.form}>
        <TextField
          dense
          label="Term"
          maxLength={60}
          readOnly={synonym !== undefined}
          {...register('term')}
          error={errors.term?.message}
        />
        <TextArea
          label="Also finds"
          rows={3}
          hint="Words and phrases, separated by commas. To make a synonym work in both directions, add the reverse as another term."
          {...register('alternatives')}
          error={errors.alternatives?.message}
        />
        <SelectField
          dense
          label="Kind"
          hint="The shop tells visitors when it searched for a concept."
          {...register('kind')}
        >
          {synonymKinds.map(kind => (
            <option key={kind} value={kind}>
              {kindLabels[kind]}
            </option>
          ))}
        </SelectField>
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <p className={adminPage.end}>
          <Button type="submit" kind="primary" busy={isSubmitting && 'Saving…'}>
            Save
          </Button>
          {synonym && (
            <Button kind="danger" busy={isDeleting && 'Removing…'} onClick={() => void remove()}>
              Remove
            </Button>
          )}
        </p>
      </form>
    </article>
  )
}
