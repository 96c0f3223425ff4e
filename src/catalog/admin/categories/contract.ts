/** Endpoints with which editors arrange categories. */
import * as z from 'zod/mini'

import { StaffAuditEntry } from '#platform/audit/audit-log-contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField, IdParam, Pagination } from '#platform/http/lists.ts'
import { optionalText, requiredText } from '#platform/text.ts'

import { Picture } from '../../contract.ts'
import { SlugField } from '../contract.ts'

const ACCESS = 'editors'

const StaffCategorySummary = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  parent_id: z.nullable(z.int()),
  /** The name of the category that it is in; null at the top. */
  parent: z.nullable(z.string()),
  /** The number of all clips, and of those that buyers see. */
  clips: z.int(),
  published_clips: z.int(),
  thumbs: z.array(Picture),
  /** Whether ingest needs it: it keeps its address and its place, and stays. */
  is_unsorted: z.boolean(),
})
export type StaffCategorySummary = z.infer<typeof StaffCategorySummary>

export const StaffCategory = z.extend(StaffCategorySummary, {
  description: z.string(),
  /** Sent with every save, so that nobody overwrites a version they have not seen. */
  version: z.int(),
  /** The chosen cover; null for the default, its best clip. */
  cover_clip_id: z.nullable(z.int()),
  /** Ids of the categories with the same parent, in order. */
  order: z.array(z.int()),
  subcategories: z.int(),
  /** Earlier addresses, which redirect to this one. */
  former_slugs: z.array(z.string()),
  /** The audit log of the category, newest first. */
  history: z.array(StaffAuditEntry),
})
export type StaffCategory = z.infer<typeof StaffCategory>

export const listStaffCategories = endpoint('GET', '/admin/categories', {
  summary: 'List categories in order, each followed by its subcategories; search by name, address or number',
  who: ACCESS,
  query: z.object({ search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))) }),
  reply: z.array(StaffCategorySummary),
  meta: Pagination,
})

export const getStaffCategory = endpoint('GET', '/admin/categories/:id', {
  summary: 'Get a category with its earlier addresses and its history',
  who: ACCESS,
  params: IdParam,
  reply: StaffCategory,
})

const CategoryId = idField('A category id is a whole number.')
const fields = {
  name: requiredText('Name', 80),
  description: optionalText('Description', 1_000),
  parent_id: z.nullable(CategoryId),
}

export const CreateCategoryBody = z.object(fields)
export const createStaffCategory = endpoint('POST', '/admin/categories', {
  summary: 'Create a category or subcategory, last among its siblings',
  who: ACCESS,
  body: CreateCategoryBody,
  reply: StaffCategory,
})

export const CategoryBody = z.object({
  ...fields,
  slug: SlugField,
  version: z.int32('The version you have seen is required.'),
})
export const updateStaffCategory = endpoint('PUT', '/admin/categories/:id', {
  summary: 'Change a category’s text, address and parent; older addresses redirect to the new one',
  who: ACCESS,
  params: IdParam,
  refusals: [409],
  body: CategoryBody,
  reply: StaffCategory,
})

export const setStaffCategoryCover = endpoint('PUT', '/admin/categories/:id/cover', {
  summary: 'Set the cover clip of a category; null for its best clip',
  who: ACCESS,
  params: IdParam,
  refusals: [409],
  body: z.object({ clip_id: z.nullable(idField('A clip id is a whole number.')) }),
  reply: StaffCategory,
})

export const MergeCategoryBody = z.object({ into_id: idField('Choose a category.') })
export const mergeStaffCategory = endpoint('POST', '/admin/categories/:id/merge', {
  summary:
    'Merge a category into another one, which gets its clips, subcategories and addresses; returns the other one',
  who: ACCESS,
  params: IdParam,
  refusals: [409],
  body: MergeCategoryBody,
  reply: StaffCategory,
})

export const deleteStaffCategory = endpoint('DELETE', '/admin/categories/:id', {
  summary: 'Delete a category without clips and subcategories',
  who: ACCESS,
  params: IdParam,
  refusals: [409],
  reply: z.object({ deleted: z.int() }),
})

export const moveStaffCategory = endpoint('PUT', '/admin/category-order', {
  summary: 'Move a category before one with the same parent, or to the end',
  who: ACCESS,
  refusals: [409],
  body: z.object({ category_id: CategoryId, before: z.nullable(CategoryId) }),
  reply: StaffCategory,
})
