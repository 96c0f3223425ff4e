/** The choice of the category that another one is in. */
import type { ComponentProps } from 'react'

import { SelectField } from '#ui/select.tsx'

import type { StaffCategorySummary } from '../contract.ts'

type ParentFieldProps = ComponentProps<'select'> & {
  categories: readonly StaffCategorySummary[]
  /** The id of the category itself, which is not among the choices. */
  exclude?: number
  error: string | undefined
}

export const ParentField = ({ categories, exclude, ...props }: ParentFieldProps) => (
  <SelectField dense label="In category" {...props}>
    <option value="">None, it is a main category</option>
    {categories
      .filter(category => category.parent_id === null && !category.is_unsorted && category.id !== exclude)
      .map(category => (
        <option key={category.id} value={category.id}>
          {category.name}
        </option>
      ))}
  </SelectField>
)

/** For `register`: the value of the select as an id, null for none. */
export const parentIdOf = (value: unknown): number | null => (value === '' || value === null ? null : Number(value))
