/** The editor of a page's text: title, Markdown, pictures, preview, draft and publishing. */
import { lazy, Suspense, useRef, useState, type ChangeEvent } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate, useRevalidator } from 'react-router'
import * as z from 'zod/mini'

import { findAvatarProblem } from '#accounts/avatar-file.ts'
import { call } from '#platform/http/call.ts'
import { messageOf } from '#platform/http/error-message.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { uploadImage } from '#platform/images/upload.ts'
import { optionalText, requiredText } from '#platform/text.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { useUnsavedGuard, withoutUnsavedGuard } from '#ui/use-unsaved-guard.tsx'

import {
  addContentPicture,
  deleteContentDraft,
  getContentUpload,
  previewContent,
  saveContentDraft,
  type StaffContentPage,
} from '../contract.ts'
import { DocumentPreview, type PreviewedDocument } from './document-preview.tsx'
import { PublishForm } from './publish-form.tsx'

import adminPage from '#ui/admin/admin-page.module.css'
import css from './content-editor.module.css'

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(part => ({ default: part.ConfirmDialog })))

const TextFields = z.object({
  title: requiredText('Title', 120),
  description: optionalText('Description', 300),
  source: z.string('Text is required'),
})
type TextValues = z.output<typeof TextFields>
const fieldNames = ['title', 'description', 'source'] as const

/** The draft, or what visitors see. */
const toValues = ({ draft, current, name }: StaffContentPage): TextValues => {
  const { title, description, source } = draft ?? current ?? { title: name, description: '', source: '' }
  return { title, description, source }
}

export const ContentEditor = ({ content }: { content: StaffContentPage }) => {
  const { slug, edit, layout, draft, placeholders, current, is_built_in, state } = content
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  // Values that the server sends follow as long as nothing was typed.
  const form = useForm({
    resolver: schemaResolver(TextFields),
    values: toValues(content),
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const [title, source] = useWatch({ control: form.control, name: ['title', 'source'] })
  const [preview, setPreview] = useState<PreviewedDocument>()
  const [isPublishing, setPublishing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const unsavedDialog = useUnsavedGuard(isDirty && !isSubmitting)

  const save = async (values: TextValues) => {
    const { data } = await call(saveContentDraft, {
      params: { slug },
      body: { ...values, edit },
    })
    form.reset(toValues(data))
    setPreview(undefined)
    await revalidate()
  }
  const submit = form.handleSubmit(async values => {
    try {
      await save(values)
      toast('The draft is saved. Visitors don’t see it yet.', { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, fieldNames)
    }
  })
  const showPreview = async () => {
    try {
      const { data } = await call(previewContent, { body: { source } })
      setPreview({ ...data, title })
    } catch (error) {
      toast(toUserMessage(error, 'The preview failed.'), { kind: 'danger' })
    }
  }
  const deleteDraft = async () => {
    setDeleting(false)
    try {
      await call(deleteContentDraft, { params: { slug } })
      toast('The draft is deleted.', { kind: 'success' })
      form.reset()
      if (state === 'unpublished') await navigate('/admin/content', withoutUnsavedGuard)
      else await revalidate()
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong.'), { kind: 'danger' })
    }
  }
  const insertText = (text: string) =>
    form.setValue('source', `${form.getValues('source').trimEnd()}\n\n${text}\n`, { shouldDirty: true })

  return (
    <section aria-labelledby="text">
      <h2 id="text">{draft ? 'Draft' : current ? 'Text' : 'New text'}</h2>
      <form method="post" noValidate onSubmit={submit} className={adminPage.form}>
        <TextField dense label="Title" maxLength={120} {...form.register('title')} error={errors.title?.message} />
        <TextField
          dense
          label="Description"
          optional
          maxLength={300}
          hint="For search engines."
          {...form.register('description')}
          error={errors.description?.message}
        />
        <TextArea
          label="Text in Markdown"
          rows={22}
          spellCheck
          hint={layout}
          className={css.source}
          {...form.register('source')}
          error={errors.source?.message}
        />
        <PictureButton onAdded={url => insertText(`![Describe the picture](${url})`)} />
        <Disclosure summary="Placeholders" plain>
          <dl className={css.placeholders}>
            {placeholders.map(({ name, about, value }) => (
              <div key={name}>
                <dt className="mono">{`{{${name}}}`}</dt>
                <dd>
                  {about}
                  <span className={css.value}>{value === '' ? 'Not set: its line is left out' : value}</span>
                </dd>
              </div>
            ))}
          </dl>
        </Disclosure>
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <p className={adminPage.end}>
          <Button onClick={() => void showPreview()}>Preview</Button>
          <Button type="submit" kind={isDirty ? 'primary' : 'secondary'} busy={isSubmitting && 'Saving…'}>
            Save draft
          </Button>
          {draft && !isDirty && (
            <Button kind="primary" onClick={() => setPublishing(true)}>
              Publish
            </Button>
          )}
          {draft && (
            <Button kind="quiet" onClick={() => setDeleting(true)}>
              Delete the draft
            </Button>
          )}
        </p>
      </form>
      {isPublishing && draft && !isDirty && (
        <PublishForm slug={slug} edit={edit} is_built_in={is_built_in} onClose={() => setPublishing(false)} />
      )}
      {preview && <DocumentPreview preview={preview} />}
      {unsavedDialog}
      <Suspense>
        {isDeleting && (
          <ConfirmDialog
            open
            title="Delete the draft?"
            confirm="Delete the draft"
            danger
            onConfirm={() => void deleteDraft()}
            onCancel={() => setDeleting(false)}
          >
            {state === 'unpublished' ? 'The page goes with it. ' : 'Visitors see the same text as before. '}
            This cannot be undone.
          </ConfirmDialog>
        )}
      </Suspense>
    </section>
  )
}

const PictureButton = ({ onAdded }: { onAdded: (url: string) => void }) => {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const upload = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    currentTarget.value = ''
    if (!file) return
    const problem = findAvatarProblem(file)
    if (problem) return setError([problem.title, problem.detail].filter(Boolean).join('. '))
    setError(undefined)
    setBusy(true)
    try {
      const { data } = await call(getContentUpload, {})
      const public_id = await uploadImage(file, data)
      onAdded((await call(addContentPicture, { body: { public_id } })).data.url)
    } catch (error) {
      setError(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={adminPage.end}>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/gif"
        hidden
        aria-label="Picture"
        onChange={event => void upload(event)}
      />
      <Button size="sm" busy={busy && 'Uploading…'} onClick={() => input.current?.click()}>
        Add a picture
      </Button>
      <span className={adminPage.soft}>JPEG, PNG or GIF, up to 25 MB. It goes to the end of the text.</span>
      {error && <Banner kind="danger">{error}</Banner>}
    </div>
  )
}
