// The rows of a table, made of a description of its columns. GUI thread only.
#pragma once

#include <QAbstractTableModel>
#include <QCoreApplication>
#include <functional>
#include <map>
#include <vector>

namespace belfry {

template <typename Row>
struct TableColumn {
    const char* title; // QT_TR_NOOP in the model's class
    int width;         // pixels: enough in every language
    bool isNumber;     // stands on the right
    std::function<QString(const Row&)> text;
    std::function<QVariant(const Row&)> key; // the sort key; none: the text
    const char* help = nullptr;              // the head's tool tip
};

template <typename Row>
class RowModel : public QAbstractTableModel {
public:
    static constexpr int kSortRole = Qt::UserRole; // a number or a text

    using QAbstractTableModel::QAbstractTableModel;

    const std::vector<Row>& rows() const { return rows_; }
    int widthOf(int column) const { return columnAt(column).width; }
    const char* titleOf(int column) const { return columnAt(column).title; } // in English

    // Refreshes all heads and cells.
    void retranslate() {
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        if (!rows_.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }

    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(rows_.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(columns_.size());
    }
    QVariant data(const QModelIndex& index, int role) const override {
        return index.isValid() && index.row() < rowCount()
                   ? cell(rows_[static_cast<std::size_t>(index.row())], index.column(), role)
                   : QVariant();
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation != Qt::Horizontal)
            return {};
        const TableColumn<Row>& column = columnAt(section);
        const auto said = [this](const char* text) {
            return QCoreApplication::translate(this->metaObject()->className(), text);
        };
        if (role == Qt::TextAlignmentRole)
            return alignment(column);
        if (role == Qt::ToolTipRole && column.help != nullptr)
            return said(column.help);
        return role == Qt::DisplayRole ? QVariant(said(column.title)) : QVariant();
    }

protected:
    void setColumns(std::vector<TableColumn<Row>> columns) { columns_ = std::move(columns); }

    QString text(const Row& row, int column) const { return columnAt(column).text(row); }

    virtual QVariant cell(const Row& row, int column, int role) const {
        const TableColumn<Row>& of = columnAt(column);
        switch (role) {
        case Qt::DisplayRole:
        case Qt::EditRole:
        case Qt::ToolTipRole:
            return of.text(row);
        case Qt::TextAlignmentRole:
            return alignment(of);
        case kSortRole:
            return of.key ? of.key(row) : QVariant(of.text(row));
        default:
            return {};
        }
    }

    // Replaces all rows.
    void resetRows(const std::vector<Row>& rows) {
        beginResetModel();
        rows_ = rows;
        endResetModel();
    }
    // Rows that stay keep their place, so that what is selected and edited stays so; new ones come last.
    template <typename Id>
    void updateRows(const std::vector<Row>& rows, Id Row::*id) {
        std::map<Id, const Row*> left;
        for (const Row& row : rows)
            left[row.*id] = &row;
        for (int row = rowCount() - 1; row >= 0; --row) {
            Row& shown = rows_[static_cast<std::size_t>(row)];
            const auto found = left.extract(shown.*id);
            if (found.empty()) {
                beginRemoveRows({}, row, row);
                rows_.erase(rows_.begin() + row);
                endRemoveRows();
            } else if (*found.mapped() != shown) {
                changed(row, std::exchange(shown, *found.mapped()));
            }
        }
        if (left.empty())
            return;
        beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(left.size()) - 1);
        for (const auto& [key, row] : left)
            rows_.push_back(*row);
        endInsertRows();
    }
    virtual void changed(int row, const Row& /*before*/) {
        Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
    }

    std::vector<Row> rows_;

private:
    const TableColumn<Row>& columnAt(int column) const { return columns_[static_cast<std::size_t>(column)]; }
    static QVariant alignment(const TableColumn<Row>& column) {
        return QVariant((column.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }

    std::vector<TableColumn<Row>> columns_;
};

} // namespace belfry
