import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'

/** As the page shows it: 'Effective Date: January 1, 2024'. */
const effectiveDate = z.string().regex(/^Effective Date: [A-Z][a-z]+ \d{1,2}, \d{4}$/)

/** The length that search results show: shorter texts say too little, longer ones are cut off. */
const description = z.string().min(120).max(155)

// Rendered at every build and not cached, because the cache would not notice a change of the brand in the text.
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
