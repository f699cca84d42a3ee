import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'

/** As the page shows it: 'Effective Date: January 1, 2024'. */
const effectiveDate = z.string().regex(/^Effective Date: [A-Z][a-z]+ \d{1,2}, \d{4}$/)

/** What a search result shows: shorter says too little, longer is cut off. */
const description = z.string().min(120).max(155)

// Rendered when a page is built, not from the cache: the cache knows the Markdown, not the brand that is put into it.
const rendering = { pattern: '*.md', deferRender: true } as const

const policies = defineCollection({
  loader: glob({ base: './site/content/policies', ...rendering }),
  schema: z.strictObject({
    title: z.string(),
    description,
    keywords: z.string(),
    effectiveDate,
    order: z.int().positive(),
  }),
})

const about = defineCollection({
  loader: glob({ base: './site/content/about', ...rendering }),
  schema: z.strictObject({ title: z.string(), description }),
})

export const collections = { policies, about }
