/** Merges a category into another one. Load it lazily. */
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SelectField } from '#ui/select.tsx'
import { useToast } from '#ui/toast.tsx'

import { formatClipCounts } from '../../collections/parts/collection-labels.ts'
import { MergeCategoryBody, mergeStaffCategory, type StaffCategory, type StaffCategorySummary } from '../contract.ts'

type MergeDialogProps = {
  category: StaffCategory
  categories: readonly StaffCategorySummary[]
  onClose: () => void
}

export const MergeDialog = ({ category, categories, onClose }: MergeDialogProps) => {
  const toast = useToast()
  const navigate = useNavigate()
  const form = useForm({ resolver: schemaResolver(MergeCategoryBody) })
  const { errors, isSubmitting } = form.formState
  const { id, name, subcategories } = category
  const merge = form.handleSubmit(async body => {
    try {
      const { data } = await call(mergeStaffCategory, { params: { id: String(id) }, body })
      onClose()
      await navigate(`/admin/categories/${data.id}`)
      toast(`“${name}” is merged into “${data.name}”.`, { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, ['into_id'])
    }
  })
  const isTarget = (other: StaffCategorySummary) => other.id !== id && (subcategories === 0 || other.parent_id === null)
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      size="sm"
      title={`Merge ${name}`}
      description={`All of it moves: ${formatClipCounts(category)}${subcategories > 0 ? `, ${subcategories === 1 ? '1 subcategory' : `${subcategories} subcategories`}` : ''}. Its address leads to the other category from then on. A merge can’t be undone.`}
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="merge" kind="danger" size="lg" busy={isSubmitting && 'Merging…'}>
            Merge
          </Button>
        </>
      }
    >
      <form id="merge" method="post" noValidate onSubmit={merge}>
        <SelectField
          label="Into category"
          defaultValue=""
          {...form.register('into_id', { setValueAs: Number })}
          error={errors.into_id?.message}
        >
          <option value="" disabled>
            Choose a category
          </option>
          {categories.filter(isTarget).map(other => (
            <option key={other.id} value={other.id}>
              {other.parent ? `${other.parent}: ${other.name}` : other.name}
            </option>
          ))}
        </SelectField>
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
