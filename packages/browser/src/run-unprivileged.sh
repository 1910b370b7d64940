#!/bin/sh
# Runs Chromium (the first argument) as nobody, for a parent that is root.
# Its profile folder is made by the parent and handed over first.
program=$1
shift
for argument in "$@"; do
  case $argument in
    --user-data-dir=*) chown -R 65534:65534 "${argument#--user-data-dir=}" ;;
  esac
done
exec setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs "$program" "$@"
