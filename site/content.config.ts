import { defineCollection } from 'astro:content'
import { policies, story } from 'virtual:content'
import type { Loader } from 'astro/loaders'

/** Renders the texts again in every build, because a cache would miss changes of names that the texts contain. */
function loadTexts<Text extends { text: string }>(texts: Record<string, Text>): Loader {
  return {
    name: 'content-texts',
    load: async ({ store, renderMarkdown }) => {
      store.clear()
      for (const [id, { text, ...data }] of Object.entries(texts)) {
        store.set({ id, data, rendered: await renderMarkdown(text) })
      }
    },
  }
}

export const collections = {
  policies: defineCollection({
    loader: loadTexts(Object.fromEntries(policies.map((policy) => [policy.slug, policy]))),
  }),
  about: defineCollection({ loader: loadTexts({ story }) }),
}
