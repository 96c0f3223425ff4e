/** Asks for a few words before something is done, as a reason; what is refused stands beside them. Load it lazily. */
import { useForm, type Resolver } from 'react-hook-form'

import { checkedBy, showRefusal } from '#platform/form.ts'

import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextArea } from './text-field.tsx'

type Words = Record<string, string>

type WordsDialogProps = {
  title: string
  /** What happens, in a sentence. */
  description: string
  /** The body that the words are sent in, and which of its fields they are. */
  shape: Parameters<typeof checkedBy>[0]
  field: string
  label: string
  hint?: string
  rows?: number
  maxLength?: number
  size?: 'sm' | 'md'
  /** The verb on the button, and while it happens. */
  confirm: string
  busy: string
  danger?: boolean
  onClose: () => void
  /** Throws the refusal. */
  onConfirm: (words: string) => Promise<void>
}

export const WordsDialog = ({ shape, field, label, onClose, onConfirm, ...props }: WordsDialogProps) => {
  const { title, description, hint, rows, maxLength, size, confirm, busy, danger } = props
  const form = useForm<Words>({
    resolver: checkedBy(shape) as Resolver<Words>,
    defaultValues: { [field]: '' },
  })
  const { errors, isSubmitting } = form.formState
  const carryOut = form.handleSubmit(async ({ [field]: words = '' }) => {
    try {
      await onConfirm(words)
    } catch (error) {
      showRefusal(error, form, [field])
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      keep
      {...(size && { size })}
      title={title}
      description={description}
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="words" kind={danger ? 'danger' : 'primary'} size="lg" busy={isSubmitting && busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id="words" method="post" noValidate onSubmit={carryOut}>
        <TextArea
          label={label}
          hint={hint}
          {...(rows && { rows })}
          {...(maxLength && { maxLength })}
          {...form.register(field)}
          error={errors[field]?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
