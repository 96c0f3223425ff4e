/** The words of other languages, and the form to add one. */
import { Languages } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useRevalidator, useSearchParams } from 'react-router'
import * as z from 'zod/mini'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { AdminFilter } from '#ui/admin/admin-search-field.tsx'
import { listQuery, oneOf } from '#ui/admin/list-query.ts'
import { AdminListPage } from '#ui/admin/resource-list.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { languages, type Language } from '../../../text/translate.ts'
import { deleteTranslation, listTranslations, saveTranslation, type Translation } from '../contract.ts'
import type { Route } from './+types/translations'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import listPage from '#ui/admin/resource-list.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Languages', noindex: true })

const readLanguage = (params: URLSearchParams) => oneOf(languages, params.get('language'))

export const loader = (args: Route.LoaderArgs) => {
  const { searchParams } = args.url
  return callForPage(args, listTranslations, {
    query: { ...listQuery(searchParams), language: readLanguage(searchParams) },
  })
}

const languageLabels: Record<Language, string> = {
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  it: 'Italian',
  pt: 'Portuguese',
  nl: 'Dutch',
  ja: 'Japanese',
}

const keyOf = ({ language, term, english }: Translation) => `${language}:${term}:${english}`

export default function Translations({ loaderData: { data: translations, meta } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const word = params.get('word')
  const wordLink = (key: string) => {
    const query = new URLSearchParams(params)
    query.set('word', key)
    return { pathname: '/admin/languages', search: query.toString() }
  }
  const selected = translations.find(translation => keyOf(translation) === word)
  return (
    <AdminListPage
      path="/admin/languages"
      icon={Languages}
      singular="word"
      plural="words"
      searchLabel="Word or its English"
      search={listQuery(params).search}
      filters={
        <AdminFilter
          label="Language"
          name="language"
          value={readLanguage(params)}
          anyLabel="All languages"
          options={languages.map(language => [language, languageLabels[language]])}
        />
      }
      pagination={meta.pagination}
      emptyTitle="No words yet."
      newTo={wordLink('new')}
      hint="A search for one of these words searches for its English when no clip has the word itself."
      isChosen={word === 'new' || selected !== undefined}
      rows={translations.map(translation => (
        <li key={keyOf(translation)}>
          <Link
            to={wordLink(keyOf(translation))}
            className={listPage.row}
            aria-current={keyOf(translation) === word ? 'page' : undefined}
            preventScrollReset
          >
            <span className={listPage.name}>{translation.term}</span>
            <span className={listPage.under}>{languageLabels[translation.language]}</span>
            <span className={listPage.under}>{translation.english}</span>
          </Link>
        </li>
      ))}
    >
      {(word === 'new' || selected) && <TranslationForm key={word} translation={selected} />}
    </AdminListPage>
  )
}

const TranslationFields = z.object({ language: z.enum(languages), term: z.string(), english: z.string() })

const TranslationForm = ({ translation }: { translation: Translation | undefined }) => {
  const [params, setParams] = useSearchParams()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [isDeleting, setDeleting] = useState(false)
  const form = useForm({
    resolver: schemaResolver(TranslationFields),
    defaultValues: translation ?? { language: readLanguage(params) ?? 'de', term: '', english: '' },
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const close = () =>
    setParams(previous => {
      const query = new URLSearchParams(previous)
      query.delete('word')
      return query
    })
  const save = handleSubmit(async fields => {
    try {
      const { data } = await call(saveTranslation, { body: fields })
      await revalidate()
      toast(`Searches for “${data.term}” now find “${data.english}”.`, { kind: 'success' })
      close()
    } catch (error) {
      showRefusal(error, form, ['language', 'term', 'english'])
    }
  })
  const remove = async () => {
    if (!translation) return
    setDeleting(true)
    try {
      await call(deleteTranslation, { body: translation })
      toast(`“${translation.term}” no longer means “${translation.english}”.`, { kind: 'success' })
      close()
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong.'), { kind: 'danger' })
      setDeleting(false)
    }
  }
  return (
    <article className={page.person}>
      <Button kind="quiet" size="sm" className={page.back} onClick={close}>
        Languages
      </Button>
      <header className={page.head}>
        <h1>{translation ? translation.term : 'New word'}</h1>
      </header>
      <form method="post" noValidate onSubmit={save} className={adminPage.form}>
        <SelectField dense label="Language" {...register('language')} error={errors.language?.message}>
          {languages.map(language => (
            <option key={language} value={language}>
              {languageLabels[language]}
            </option>
          ))}
        </SelectField>
        <TextField dense label="Word" maxLength={60} {...register('term')} error={errors.term?.message} />
        <TextField
          dense
          label="English"
          maxLength={60}
          hint="A word with several meanings can be added once for each."
          {...register('english')}
          error={errors.english?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <p className={adminPage.end}>
          {translation ? (
            <Button kind="danger" busy={isDeleting && 'Removing…'} onClick={() => void remove()}>
              Remove
            </Button>
          ) : (
            <Button type="submit" kind="primary" busy={isSubmitting && 'Saving…'}>
              Save
            </Button>
          )}
        </p>
      </form>
    </article>
  )
}
