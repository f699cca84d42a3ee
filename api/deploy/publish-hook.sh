#!/bin/sh
# An example of PUBLISH_HOOK (docs/deployment.md, A CDN): copies the release to the folder that a CDN reads from, a mounted
# bucket say, and asks the CDN to forget what has changed.
#   CDN_FOLDER   where the files go
#   CDN_PURGE    an address that takes the changed paths, one a line
set -eu
release=$1
changed=$2
# Scripts before the pages that load them, and what is gone last.
cp -R "$release/_astro" "$CDN_FOLDER/"
cp -R "$release/." "$CDN_FOLDER/"
# What admins have uploaded: the name of a picture changes with its contents, so none is purged.
pictures=${DATA_DIR:-.data}/pictures
if [ -d "$pictures" ]; then cp -R "$pictures" "$CDN_FOLDER/"; fi
while read -r path; do
  for file in "$path" "$path.html"; do
    if [ ! -e "$release$file" ]; then rm -f "$CDN_FOLDER$file" "$CDN_FOLDER$file.br" "$CDN_FOLDER$file.gz"; fi
  done
done <"$changed"
curl --fail --silent --show-error --max-time 60 --data-binary "@$changed" "$CDN_PURGE"
